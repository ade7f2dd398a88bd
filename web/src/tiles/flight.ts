/** Animations of tiles that fly from a rack to the Tantrix, or from the bag to a rack. Nothing depends on them. */

export interface Spot {
  /** The middle of the tile on the screen, and its width. */
  x: number;
  y: number;
  width: number;
}

const FLIGHT_MS = 420;
const DRAW_MS = 320;

/** Return where an element is on the screen; null if it is not shown. */
export function spotOf(element: Element | null): Spot | null {
  const box = element?.getBoundingClientRect();
  return box && box.width > 0 ? { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width } : null;
}

/** Animate a tile; resolves when it has landed. */
export async function fly(tile: number, rotation: number, from: Spot, to: Spot): Promise<void> {
  const flyer = flyerOf(tile, to.width);
  document.body.append(flyer);
  const start = `translate(${from.x}px, ${from.y}px) scale(${from.width / to.width}) rotate(0deg)`;
  const turn = rotation > 3 ? rotation - 6 : rotation;
  const end = `translate(${to.x}px, ${to.y}px) scale(1) rotate(${60 * turn}deg)`;
  const timing = { duration: FLIGHT_MS, easing: "cubic-bezier(.3,.7,.2,1)", fill: "forwards" as const };
  await flyer.animate([{ transform: start }, { transform: end }], timing).finished.catch(() => undefined);
  flyer.remove();
}

/** Animate a drawn tile from the bag into its rack. */
export function slipIn(element: Element | null, from: Spot | null): void {
  const to = spotOf(element);
  if (!element || !to) return;
  const [dx, dy] = from ? [from.x - to.x, from.y - to.y] : [0, -20];
  const start = { transform: `translate(${dx}px, ${dy}px) scale(.4)`, opacity: 0 };
  element.animate([start, { transform: "none", opacity: 1 }], { duration: DRAW_MS, easing: "ease-out" });
}

function flyerOf(tile: number, width: number): HTMLElement {
  const flyer = document.createElement("div");
  flyer.className = "flyer";
  flyer.style.setProperty("--size", `${width}px`);
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("viewBox", "-50 -58 100 116");
  const use = document.createElementNS(space, "use");
  for (const [name, value] of Object.entries({ href: `#tile-${tile}`, x: -60, y: -60, width: 120, height: 120 })) {
    use.setAttribute(name, String(value));
  }
  picture.append(use);
  flyer.append(picture);
  return flyer;
}
