/** The buttons of the desk: those of all items in the header, those of this one under its checks. */
class DeskControls {
  static #STANDS = {
    submitted: "Submitted; it can be taken back until a review is open.",
    in_review: "A reviewer has it now.",
    corrected: "A reviewer has corrected it.",
    disputed: "It waits for a second review.",
    adjudication: "A supervisor decides.",
    accepted: "Accepted.",
    rejected: "Rejected.",
  };

  /**
   * `saving` is the word about saving, `submit` the one primary button, `review` DeskReview, if there is one, `newItem` the next step from an item that is closed;
   * `waysOut` are [{text, address}, …], and `leave(address)` goes there.
   */
  constructor({ status, mayEdit, saving, submit, review, newItem, waysOut, leave, onUndo, onWithdraw, onDuplicate, onHelp }) {
    const undo = DeskControls.button("undo", "Undo", onUndo);
    undo.title = "Undo the last change (u)";
    const copy = DeskControls.button("copy", "Duplicate", onDuplicate);
    copy.title = "Start a new item from this one";
    const help = DeskControls.button("help", "Help", onHelp);
    help.title = "Help (?)";
    this.header = [copy, help, ...waysOut.map((way) => DeskControls.#wayOut(way, leave))];
    const stands = BenchDom.make("p", { class: "desk-stands", text: DeskControls.#STANDS[status] ?? "Only its author can change it." });
    const withdraw = status === "submitted" ? DeskControls.button("undo", "Take it back", onWithdraw, "bench-button") : null;
    newItem.title = "New item (Shift+N)";
    const reply = review?.isNext ? review.button : null;
    /** Beside the status, which it explains. */
    this.status = review && !reply ? review.button : null;
    this.foot = (mayEdit ? [saving, undo, submit] : [stands, withdraw, reply ?? newItem]).filter(Boolean);
  }

  // A link, so that it can be opened beside; what is typed is saved before the page goes.
  static #wayOut({ text, address }, leave) {
    const click = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      leave(address);
    };
    return BenchDom.make("a", { class: "bench-quiet", href: address, text, on: { click } });
  }

  static button(icon, text, click, className = "bench-quiet") {
    return BenchDom.make("button", { type: "button", class: className, on: { click } }, BenchDom.icon(icon), text);
  }
}
