/**
 * A new sheet begins at its heading: it is brought to the top of the window and takes the focus, so that who
 * listens hears where they are, and who reads does not begin in the middle.
 */
const sheets = new WeakMap();
const MOST_FRAMES = 120;

function beginAt(title, framesLeft) {
  const heading = document.querySelector("[data-testid='stMain'] h1");
  if (heading?.textContent.trim() === title) {
    heading.tabIndex = -1;
    heading.style.outline = "none";
    document.querySelector("[data-testid='stMain']").scrollTo(0, 0);
    heading.focus({ preventScroll: true });
  } else if (framesLeft > 0) requestAnimationFrame(() => beginAt(title, framesLeft - 1));
}

export default function ({ data, parentElement }) {
  if (sheets.get(parentElement) === data.title) return;
  sheets.set(parentElement, data.title);
  beginAt(data.title, MOST_FRAMES);
}
