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

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const page = {
    // Asked besides: choosing the item that the address names already changes no state.
    opened: (item) => {
      setStateValue("opened", item);
      setTriggerValue("asked", true);
    },
    ask: () => setTriggerValue("asked", true),
  };
  const known = screens.get(parentElement);
  if (known?.isFor(data)) {
    known.update(data, page);
  } else {
    known?.destroy();
    screens.set(parentElement, new SCREENS[data.screen](parentElement, data, page));
  }
  return () => {
    screens.get(parentElement)?.destroy();
    screens.delete(parentElement);
  };
}
