/** Dragging a tile from the rack or on a table: a ghost follows the pointer until it snaps to a space. */
import type { Cell } from "./hexes";

export interface DragListener {
  /** The drag begins. */
  begin(tile: number): void;
  /** The tile snapped to a cell, or to none. */
  over(cell: Cell | null): void;
  turn(step: 1 | -1): void;
  /** The tile was released, at a point of the screen. */
  drop(clientX: number, clientY: number): void;
  snap(clientX: number, clientY: number): Cell | null;
}

const SLACK_PX = 7;
const FINGER_LIFT_PX = 44;

/** Follow the pointer that was pressed on a tile until it is released. */
export function followDrag(tile: number, down: PointerEvent, listener: DragListener): void {
  const source = down.currentTarget as HTMLElement;
  const stop = new AbortController();
  const lift = down.pointerType === "touch" ? FINGER_LIFT_PX : 0;
  let ghost: HTMLElement | null = null;

  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLACK_PX) return;
      ghost = ghostOf(source);
      swallowClick(source);
      listener.begin(tile);
    }
    const cell = listener.snap(event.clientX, event.clientY - lift);
    ghost.style.translate = `${event.clientX}px ${event.clientY - lift}px`;
    ghost.hidden = cell !== null;
    listener.over(cell);
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    stop.abort();
    ghost?.remove();
    if (ghost) listener.drop(event.clientX, event.clientY - lift);
  };
  const wheel = (event: WheelEvent) => {
    if (!ghost) return;
    event.preventDefault();
    event.stopPropagation();
    listener.turn(event.deltaY > 0 ? 1 : -1);
  };
  const options = { signal: stop.signal };
  addEventListener("pointermove", move, options);
  addEventListener("pointerup", end, options);
  addEventListener("pointercancel", end, options);
  addEventListener("wheel", wheel, { passive: false, capture: true, signal: stop.signal });
  if (down.pointerType === "touch") source.setPointerCapture(down.pointerId);
}

function ghostOf(source: HTMLElement): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.append(source.querySelector("svg")?.cloneNode(true) ?? pictureOf(source));
  document.body.append(ghost);
  return ghost;
}

/** Copy a tile out of a larger drawing. */
function pictureOf(source: Element): SVGSVGElement {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", "tile-picture");
  picture.setAttribute("viewBox", "-52 -59 104 118");
  const tile = source.querySelector(".tile")?.cloneNode(true);
  if (tile) picture.append(tile);
  return picture;
}

/** Suppress the click of a drag that ends where it began. */
function swallowClick(source: HTMLElement): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  source.addEventListener("click", swallow, { capture: true, once: true });
  addEventListener("pointerup", () => setTimeout(() => source.removeEventListener("click", swallow, true)), {
    once: true,
  });
}
