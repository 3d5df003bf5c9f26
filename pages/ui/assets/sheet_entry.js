/**
 * A new sheet begins at its heading: it is brought to the top of the window and takes the focus, so that who
 * listens hears where they are, and who reads does not begin in the middle. Its buttons and its form are looked after.
 */
const sheets = new WeakMap();
let begun = null;
let forgetting = null;
const MOST_FRAMES = 120;
const FORGOTTEN_AFTER_MS = 200;

function beginAt(title, framesLeft) {
  const heading = document.querySelector("[data-testid='stMain'] h1");
  if (heading?.textContent.trim() === title) {
    heading.tabIndex = -1;
    heading.style.outline = "none";
    document.querySelector("[data-testid='stMain']").scrollTo(0, 0);
    heading.focus({ preventScroll: true });
  } else if (framesLeft > 0) requestAnimationFrame(() => beginAt(title, framesLeft - 1));
}

function put(parentElement) {
  const note = new SheetNote();
  const draft = new SheetDraft();
  const acts = new SheetActs({ note, answers: () => draft.answers() });
  // Beside the style sheet, which stands there already.
  parentElement.append(draft.root, note.root);
  return { draft, roots: [draft.root, note.root], acts, modal: new StreamlitModal(note.root) };
}

export default function ({ data, parentElement, setTriggerValue }) {
  const sheet = sheets.get(parentElement) ?? put(parentElement);
  sheets.set(parentElement, sheet);
  sheet.acts.take(data.acts, () => setTriggerValue("asked", true));
  sheet.draft.take(data.form);
  clearTimeout(forgetting);
  // A sheet that is only made anew (a message came above it) is the one that is being read.
  if (begun !== data.title) beginAt(data.title, MOST_FRAMES);
  begun = data.title;
  return () => {
    forgetting = setTimeout(() => (begun = null), FORGOTTEN_AFTER_MS);
    for (const part of [sheet.acts, sheet.draft, sheet.modal]) part.stop();
    for (const root of sheet.roots) root.remove();
    sheets.delete(parentElement);
  };
}
