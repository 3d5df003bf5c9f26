/**
 * What a bench is for: a participant who answers an item of a study. A bench for something else says in which parts
 * it differs; all the rest (clock, marks, draft, saving, sending) is the same.
 */
class BenchKind {
  /** Whether Ctrl+Enter in the form sends the answer, also while somebody types there. */
  sendsByKey = true;
  /** What is said to come after the answer. */
  next = "Next item…";

  question({ item }) {
    return item.question;
  }

  header({ study_title: studyTitle, item, simulated }, controls) {
    return new BenchHeader({ studyTitle, item, simulated, controls });
  }

  /** The way to the server. */
  http(about) {
    return new BenchHttp(about);
  }

  /** Where pauses and answers go. */
  gestures(http) {
    return http;
  }

  /** The left column: search, or something that takes its place with the same methods. */
  left(around, data) {
    return data?.tools === "given_pages" ? new BenchGiven({ ...around, pages: data.given }) : new SearchPanel(around);
  }

  /** What the form leaves out. */
  prepare() {}

  /** The page that is open before anybody opened one, or null. */
  firstPage() {
    return null;
  }

  /** The key of the left column and what it does. */
  get leftKey() {
    return ["/", "Search the collection"];
  }
}
