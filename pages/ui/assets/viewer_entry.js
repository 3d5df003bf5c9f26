/* Mounts the viewer alone. Streamlit calls the default function again on every change, with the same parent element. */
const MOUNTED = new WeakMap();

export default function mountViewer({ data, parentElement }) {
  const known = MOUNTED.get(parentElement);
  const mounted = known ?? new StandaloneViewer(parentElement, data);
  MOUNTED.set(parentElement, mounted);
  mounted.update(data);
  return () => {
    mounted.destroy();
    MOUNTED.delete(parentElement);
  };
}
