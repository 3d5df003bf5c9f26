/** The quiet line of places in the header of a desk or a review: where else this person works. */
class BenchPlaces {
  /** `places`: [{text, address, current}, …]; nothing where there is only one. */
  static line(places) {
    if (!places.length) return null;
    const links = places.map(({ text, address, current }) =>
      BenchDom.make("a", { class: "bench-place-link", href: address, target: "_self", "aria-current": current ? "page" : null, text }),
    );
    return BenchDom.make("nav", { class: "bench-places", "aria-label": "Places" }, ...links);
  }
}
