/**
 * Dragging a tile from the rack or on a table. A picture of the tile follows the pointer, above a finger all the time,
 * under a mouse until the tile shows in the cell it aims at.
 */
import { tilePoint } from "./aim";
import type { Cell, Point } from "./hexes";

export interface DragListener {
  /** The drag begins. */
  begin(tile: number): void;
  /** The tile aims at a cell, or at none; returns how it is turned there. */
  over(cell: Cell | null): number;
  turn(step: 1 | -1): void;
  /** The tile was released, with its middle at a point of the screen. */
  drop(clientX: number, clientY: number): void;
  /** The drag was broken off: nothing has moved. */
  cancel(): void;
  /** Return the cell that the tile aims at with its middle at a point of the screen. */
  aim(clientX: number, clientY: number): Cell | null;
  /** Return how wide a tile is on the table, in pixels. */
  tileWidth(): number;
}

const SLACK_PX = 7;
/** A finger that taps rolls further than a mouse. */
const FINGER_SLACK_PX = 12;

/** Follow the pointer that was pressed on a tile until it is released. */
export function followDrag(tile: number, down: PointerEvent, listener: DragListener): void {
  const source = down.currentTarget as HTMLElement;
  const stop = new AbortController();
  const isFinger = down.pointerType === "touch";
  const slack = isFinger ? FINGER_SLACK_PX : SLACK_PX;
  let ghost: HTMLElement | null = null;
  let middle: Point = { x: 0, y: 0 };

  const begin = () => {
    swallowClick(source);
    listener.begin(tile);
    return ghostOf(source, isFinger ? listener.tileWidth() : null);
  };
  const aim = () => {
    if (!ghost) return;
    const cell = listener.aim(middle.x, middle.y);
    show(ghost, middle, listener.over(cell));
    ghost.hidden = cell !== null && !isFinger;
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < slack) return;
    ghost ??= begin();
    middle = tilePoint({ x: event.clientX, y: event.clientY }, isFinger, innerHeight);
    aim();
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    stop.abort();
    ghost?.remove();
    if (!ghost) return;
    if (event.type === "pointercancel") listener.cancel();
    else listener.drop(middle.x, middle.y);
  };
  const turn = (event: Event, step: 1 | -1) => {
    if (!ghost) return;
    event.preventDefault();
    event.stopPropagation();
    listener.turn(step);
    aim();
  };
  const options = { signal: stop.signal };
  const first = { passive: false, capture: true, signal: stop.signal };
  addEventListener("pointermove", move, options);
  addEventListener("pointerup", end, options);
  addEventListener("pointercancel", end, options);
  addEventListener("keyup", aim, options);
  addEventListener("wheel", (event) => turn(event, event.deltaY > 0 ? 1 : -1), first);
  // A second finger anywhere turns the tile under the first.
  addEventListener("pointerdown", (event) => event.pointerId !== down.pointerId && turn(event, 1), first);
  if (isFinger) source.setPointerCapture(down.pointerId);
}

/** Make the picture that follows the pointer: as wide as a tile on the table, above a finger. */
function ghostOf(source: HTMLElement, width: number | null): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = width === null ? "ghost" : "ghost lifted";
  if (width !== null) ghost.style.setProperty("--size", `${width}px`);
  ghost.append(source.querySelector("svg")?.cloneNode(true) ?? pictureOf(source));
  document.body.append(ghost);
  return ghost;
}

/** Move the picture, and turn it as the tile is turned. */
function show(ghost: HTMLElement, { x, y }: Point, rotation: number): void {
  ghost.style.translate = `${x}px ${y}px`;
  ghost.querySelector(".tile")?.setAttribute("class", `tile turn-${rotation}`);
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
