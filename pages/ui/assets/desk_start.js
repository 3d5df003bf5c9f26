/** What the desk starts from: the server's newest revision, or what an earlier page could not save. */
class DeskStart {
  static KEPT = "Text that was not saved before this item was submitted is kept in this browser; it is back when you may write again.";

  /**
   * {draft, revision, known, savedAtMs, isServers, isKept}: `draft` is for the screen, written on top of `revision`
   * (whose draft is `known`, null if only the server knows it).
   *
   * `copy` is what DeskMirror recovered, or null. What it was sending may have arrived: then its text goes on
   * from there and is in nobody's way.
   */
  static from({ draft, revision, may_edit: mayEdit, saved_at_ms: savedAtMs }, copy) {
    const servers = { draft, revision, known: DeskDraft.whole(draft), savedAtMs, isServers: true, isKept: false };
    if (!copy || DeskDraft.same(copy.draft, draft)) return servers;
    if (!mayEdit) return { ...servers, isKept: true };
    const hasArrived = copy.sent !== null && DeskDraft.same(copy.sent, draft);
    const isCurrent = hasArrived || copy.based_on === revision;
    return {
      ...servers,
      draft: copy.draft,
      revision: isCurrent ? revision : copy.based_on,
      known: isCurrent ? servers.known : null,
      isServers: false,
    };
  }
}
