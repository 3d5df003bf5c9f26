/**
 * What Streamlit calls: at mount, and again on every new data or theme with the same parent and no
 * clean-up between. So there is one bench per parent, and the clean-up runs when it is unmounted.
 */
const benches = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  const onSubmitted = (attempt) => setStateValue("submitted", attempt);
  const known = benches.get(parentElement);
  if (known?.attempt === data.attempt) known.update(data, onSubmitted);
  else {
    known?.destroy();
    benches.set(parentElement, new Bench(parentElement, data, onSubmitted));
  }
  return () => {
    benches.get(parentElement)?.destroy();
    benches.delete(parentElement);
  };
}
