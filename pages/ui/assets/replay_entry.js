/* Mounts a replay. Streamlit calls the default function again on every change, with the same parent element. */
const MOUNTED = new WeakMap();

export default function mountReplay({ data, parentElement }) {
  const told = JSON.stringify(data);
  const known = MOUNTED.get(parentElement);
  if (known?.told !== told) {
    known?.replay.destroy();
    MOUNTED.set(parentElement, { told, replay: new Replay(parentElement, data) });
  }
  return () => {
    MOUNTED.get(parentElement)?.replay.destroy();
    MOUNTED.delete(parentElement);
  };
}
