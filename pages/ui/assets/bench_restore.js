/** What the bench starts from: the server's state with what this browser has not sent yet on top. */
class BenchRestore {
  /**
   * `state` as the server gave it, `unsaved` as EventQueue.unsaved() tells it.
   *
   * A page that crashed left its last events in the browser; they are on their way again, and until
   * the server has them the screen must not look older than what the person did. (The viewer lays
   * unsaved marks over the saved ones by itself.)
   */
  static overlay(state, unsaved) {
    let { draft, view } = state;
    for (const payload of unsaved) {
      if (payload.kind === "answer_edited") draft = payload.draft;
      if (payload.kind === "page_entered") view = { document: payload.document, page: payload.page };
    }
    return { ...state, draft, view };
  }
}
