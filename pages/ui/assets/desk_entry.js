/**
 * What Streamlit calls: at mount, and again on every new data or theme with the same parent and no
 * clean-up between. So there is one desk per parent, and the clean-up runs when it is unmounted.
 */
const desks = new WeakMap();
const nextPages = new WeakMap();
const handedIn = new WeakMap();

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const known = desks.get(parentElement);
  const next = nextPages.get(parentElement) ?? new NextPage();
  nextPages.set(parentElement, next);
  const ask = () => setTriggerValue("asked", true);
  const choose = (name, item) => {
    setStateValue(name, item);
    if (name === "submitted") handedIn.set(parentElement, item);
    if (name === "submitted" || item !== data.item) next.expect();
  };
  const page = {
    opened: (item) => choose("opened", item),
    submitted: (item) => choose("submitted", item),
    /** Whether the item on the desk has just been submitted from here. */
    isFresh: handedIn.get(parentElement) === data.item && data.status === "submitted",
    ask,
    sent: () => {
      ask();
      next.expect();
    },
  };
  next.renew(ask);
  if (known?.isFor(data)) {
    known.update(data, page);
  } else {
    next.reached();
    known?.destroy();
    desks.set(parentElement, new Desk(parentElement, data, page));
  }
  return () => {
    next.reached();
    desks.get(parentElement)?.destroy();
    desks.delete(parentElement);
  };
}
