/** The quiet line of places in the header of a desk or a review: where else this person works. */
class BenchPlaces {
  /**
   * `places`: [{text, address, current}, …]; nothing where there is only one. `leave(address)` goes there, where
   * something is to be saved first.
   */
  static line(places, leave = null) {
    if (!places.length) return null;
    const links = places.map(({ text, address, current }) => {
      const click = (event) => {
        if (leave === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        leave(address);
      };
      return BenchDom.make("a", {
        class: "bench-place-link",
        href: address,
        target: "_self",
        "aria-current": current ? "page" : null,
        on: { click },
        text,
      });
    });
    return BenchDom.make("nav", { class: "bench-places", "aria-label": "Places" }, ...links);
  }
}
