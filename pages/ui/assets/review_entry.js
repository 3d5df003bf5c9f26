/**
 * What Streamlit calls: at mount, and again on every new data or theme with the same parent and no
 * clean-up between. So there is one screen per parent, and the clean-up runs when it is unmounted.
 */
const SCREENS = {
  queue: ReviewQueue,
  search: ReviewBlind,
  evidence: ReviewBlind,
  compare: ReviewCompare,
  adjudication: ReviewCompare,
  decided: ReviewCompare,
};
const screens = new WeakMap();
const nextPages = new WeakMap();

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const known = screens.get(parentElement);
  const next = nextPages.get(parentElement) ?? new NextPage();
  nextPages.set(parentElement, next);
  const ask = () => setTriggerValue("asked", true);
  const page = {
    // Asked besides: choosing the item that the address names already changes no state.
    opened: (item) => {
      setStateValue("opened", item);
      ask();
      // The queue may be opened from the queue, which takes no screen away.
      if (item || data.screen !== "queue") next.expect();
    },
    ask,
    sent: () => {
      ask();
      next.expect();
    },
  };
  next.renew(ask);
  if (known?.isFor(data)) {
    // Somebody else may have taken the item that was opened: the queue stays, and says so.
    if (data.screen === "queue") next.reached();
    known.update(data, page);
  } else {
    next.reached();
    known?.destroy();
    screens.set(parentElement, new SCREENS[data.screen](parentElement, data, page));
  }
  return () => {
    next.reached();
    screens.get(parentElement)?.destroy();
    screens.delete(parentElement);
  };
}
