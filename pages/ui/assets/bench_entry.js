/**
 * What Streamlit calls: at mount, and again on every new data or theme with the same parent and no
 * clean-up between. So there is one bench per parent, and the clean-up runs when it is unmounted.
 *
 * The next item takes the place of an item that was submitted here at once. Of an item that was submitted
 * elsewhere the person is told first.
 */
const benches = new WeakMap();
const nextPages = new WeakMap();

function put(parentElement, data, page) {
  benches.get(parentElement)?.destroy();
  const bench = new Bench(parentElement, data, page);
  benches.set(parentElement, bench);
  return bench;
}

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const next = nextPages.get(parentElement) ?? new NextPage();
  nextPages.set(parentElement, next);
  const ask = () => setTriggerValue("asked", true);
  const page = {
    submitted: (attempt) => {
      setStateValue("submitted", attempt);
      next.expect();
    },
    ask,
  };
  const known = benches.get(parentElement);
  next.renew(ask);
  if (known?.attempt !== data.attempt) next.reached();
  if (known?.attempt === data.attempt) known.update(data, page);
  else if (!known || known.isDone) put(parentElement, data, page);
  else known.overtaken(() => put(parentElement, data, page).refresh());
  return () => {
    next.reached();
    benches.get(parentElement)?.destroy();
    benches.delete(parentElement);
  };
}
