/** Why a request failed: one sentence for people, the HTTP status (0: no answer at all), and what else the server said. */
class RequestError extends Error {
  constructor(sentence, status, body = {}) {
    super(sentence);
    this.name = "RequestError";
    this.status = status;
    this.body = body;
  }
}

/**
 * Ask our own server for JSON. Throws RequestError with the server's own sentence where it gave one.
 * A request without an answer within `timeoutMs` counts as unanswered.
 */
async function requestJson(url, { timeoutMs = 20000, ...options } = {}) {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await fetch(url, { credentials: "same-origin", signal: timeout.signal, ...options });
    // An answer that was cut off, as when the server is killed in the middle of it, is none.
    if (response.ok) return await response.json();
    const body = await response.json().catch(() => ({}));
    const sentence = typeof body.error === "string" ? body.error : `The server answered ${response.status}.`;
    throw new RequestError(sentence, response.status, body);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError("The server cannot be reached.", 0);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `text` without halves of surrogate pairs, which pasting or cutting can leave behind: what cannot be
 * stored as it is would otherwise be refused for ever. Each half becomes U+FFFD.
 */
function wellFormed(text) {
  return text.toWellFormed ? text.toWellFormed() : text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** POST JSON with the header that our routes ask for (a foreign page cannot send it). */
function postJson(url, body, options = {}) {
  return requestJson(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Pagetrail": "1" },
    body: JSON.stringify(body, (_, value) => (typeof value === "string" ? wellFormed(value) : value)),
    ...options,
  });
}

/** A random identifier. `crypto.randomUUID` exists on https and localhost only; a plain http network has the rest. */
function randomId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
