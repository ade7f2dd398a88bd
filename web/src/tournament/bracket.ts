/** Brackets that are wider than the screen: where they are scrolled to, and that they go on. */

window.addEventListener("resize", () => scrollers().forEach(markEnd));

/** Return where each bracket is scrolled to. */
export function bracketPlaces(): number[] {
  return scrollers().map((one) => one.scrollLeft);
}

/** Scroll each bracket to `places`, at first to the reader's latest match, else to the latest that is paired. */
export function showBrackets(places: readonly number[] = []): void {
  scrollers().forEach((scroller, at) => {
    const matches = [...scroller.querySelectorAll("g:has(> .bracket-box):not([data-first=''])")];
    const shown = matches.findLast((match) => match.matches(".me")) ?? matches.at(-1);
    scroller.scrollLeft = places[at] ?? (shown ? centred(scroller, shown) : 0);
    markEnd(scroller);
    scroller.addEventListener("scroll", () => markEnd(scroller), { passive: true });
  });
}

function scrollers(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".scroller:has(> .bracket)")];
}

function centred(scroller: HTMLElement, match: Element): number {
  const [frame, box] = [scroller.getBoundingClientRect(), match.getBoundingClientRect()];
  return scroller.scrollLeft + box.left - frame.left - (frame.width - box.width) / 2;
}

/** Mark a bracket of which more follows to the right. */
function markEnd(scroller: HTMLElement): void {
  scroller.classList.toggle("goes-on", scroller.scrollLeft + scroller.clientWidth < scroller.scrollWidth - 1);
}
