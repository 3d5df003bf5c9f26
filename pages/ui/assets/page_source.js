/** A bounded cache of promises: one request for one key at a time, failures are forgotten, the oldest go first. */
class PromiseCache {
  constructor(limit) {
    this.limit = limit;
    this.entries = new Map();
  }

  /** The cached promise of `key`, or that of `load()`. */
  get(key, load) {
    const known = this.entries.get(key);
    if (known) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known;
    }
    const promise = load();
    this.entries.set(key, promise);
    promise.catch(() => {
      if (this.entries.get(key) === promise) this.entries.delete(key);
    });
    if (this.entries.size > this.limit) this.entries.delete(this.entries.keys().next().value);
    return promise;
  }
}

/** Pages of one published index, over HTTP: images, thumbnails, word boxes and highlights. */
class PageSource {
  constructor({ name, fingerprint }) {
    this.name = name;
    this.fingerprint = fingerprint;
    this.documents = new PromiseCache(20);
    this.pageWords = new PromiseCache(30);
    this.pageHighlights = new PromiseCache(60);
    this.images = new PromiseCache(6); // a decoded page is about 8 MB
  }

  imageUrl(document, page) {
    return this.#url("page-image", { document, page });
  }

  thumbUrl(document, page) {
    return this.#url("thumbnail", { document, page });
  }

  /** {document, n_pages, pages: [[width_pt, height_pt, label], ...]} */
  document(document) {
    return this.documents.get(document, () => requestJson(this.#url("document", { document })));
  }

  /** {width_pt, height_pt, label, source, words: [[x0, y0, x1, y1, text], ...]}, boxes 0-1 of the page as shown. */
  words(document, page) {
    const key = `${page} ${document}`;
    return this.pageWords.get(key, () => requestJson(this.#url("words", { document, page })));
  }

  /** Positions in `words` that the query matches. */
  highlights(document, page, query) {
    const key = `${page} ${document}\n${query}`;
    return this.pageHighlights.get(key, async () => {
      const reply = await requestJson(this.#url("highlights", { document, page, q: query }));
      return reply.words;
    });
  }

  /** The page's image, loaded and decoded: it paints in the frame in which it is put on the screen. */
  image(document, page, { priority = "high" } = {}) {
    const key = `${page} ${document}`;
    return this.images.get(key, () => this.#decoded(document, page, priority));
  }

  async #decoded(document, page, priority) {
    const image = new Image();
    image.decoding = "async";
    image.fetchPriority = priority;
    image.draggable = false;
    image.src = this.imageUrl(document, page);
    try {
      await image.decode();
    } catch {
      throw await this.#whyNot(image.src, page);
    }
    return image;
  }

  /** An <img> does not tell why it failed; the server's sentence does. */
  async #whyNot(url, page) {
    try {
      await requestJson(url, { timeoutMs: 5000 });
    } catch (error) {
      if (error.status) return error;
    }
    return new RequestError(`Page ${page} could not be loaded.`, 0);
  }

  #url(route, fields) {
    const all = { index: this.name, fingerprint: this.fingerprint, ...fields };
    const query = Object.entries(all).map(([key, value]) => `${key}=${encodeURIComponent(wellFormed(String(value)))}`);
    return `/api/${route}?${query.join("&")}`;
  }
}
