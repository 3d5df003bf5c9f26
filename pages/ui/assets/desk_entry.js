/**
 * What Streamlit calls: at mount, and again on every new data or theme with the same parent and no
 * clean-up between. So there is one desk per parent, and the clean-up runs when it is unmounted.
 */
const desks = new WeakMap();

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const page = {
    opened: (item) => setStateValue("opened", item),
    submitted: (item) => setStateValue("submitted", item),
    ask: () => setTriggerValue("asked", true),
  };
  const known = desks.get(parentElement);
  if (known?.isFor(data)) {
    known.update(data, page);
  } else {
    known?.destroy();
    desks.set(parentElement, new Desk(parentElement, data, page));
  }
  return () => {
    desks.get(parentElement)?.destroy();
    desks.delete(parentElement);
  };
}
