/** Translates touch, mouse and wheel on a board into taps, hovering, panning and zooming, in pixels from its corner. */
import type { Point } from "./hexes";

export interface GestureListener {
  tap(at: Point, pointerType: string): void;
  hover(at: Point | null): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Point): void;
  /** The wheel was turned; return true to keep it from zooming. */
  wheel(at: Point, step: 1 | -1): boolean;
}

const TAP_SLACK_PX = 8;
/** So long after a drop, or another turn of the wheel, it does not zoom: whoever turned the tile turns on a little. */
const CALM_MS = 500;
/** So long after a drop the wheel zooms, even if it never rested. */
const LONGEST_CALM_MS = 1_000;

/** Listen on an element until `stop` is called; `corner` returns where it begins on the screen. */
export class Gestures {
  #pointers = new Map<number, Point>();
  #hasMoved = false;
  #start: Point = { x: 0, y: 0 };
  #droppedAt = -CALM_MS;
  #calmFrom = -CALM_MS;
  #stop = new AbortController();

  constructor(
    private readonly element: Element,
    private readonly corner: () => Point,
    private readonly listener: GestureListener,
  ) {
    const on = (name: string, handler: (event: PointerEvent) => void) =>
      element.addEventListener(name, handler as EventListener, { signal: this.#stop.signal });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", (event) => this.#forget(event));
    on("pointerleave", () => this.listener.hover(null));
    element.addEventListener("wheel", (event) => this.#wheel(event as WheelEvent), {
      passive: false,
      signal: this.#stop.signal,
    });
  }

  stop(): void {
    this.#stop.abort();
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = this.#at(event);
    if (this.#pointers.size === 0) [this.#hasMoved, this.#start] = [false, at];
    else this.#hasMoved = true;
    this.#pointers.set(event.pointerId, at);
  }

  #move(event: PointerEvent): void {
    const at = this.#at(event);
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.listener.hover(at);
      return;
    }
    if (!this.#hasMoved && Math.hypot(at.x - this.#start.x, at.y - this.#start.y) < TAP_SLACK_PX) return;
    if (!this.#hasMoved) this.element.setPointerCapture(event.pointerId);
    this.#hasMoved = true;
    if (this.#pointers.size === 1) this.listener.pan(at.x - before.x, at.y - before.y);
    else this.#pinch(event.pointerId, before, at);
    this.#pointers.set(event.pointerId, at);
  }

  #pinch(moved: number, before: Point, at: Point): void {
    const other = [...this.#pointers].find(([id]) => id !== moved)?.[1];
    if (!other) return;
    const [was, is] = [Math.hypot(before.x - other.x, before.y - other.y), Math.hypot(at.x - other.x, at.y - other.y)];
    if (was > 0 && is > 0) this.listener.zoom(is / was, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    this.listener.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
  }

  #up(event: PointerEvent): void {
    const isOfBoard = this.#pointers.has(event.pointerId);
    this.#forget(event);
    if (isOfBoard && this.#hasMoved) return;
    this.#droppedAt = this.#calmFrom = event.timeStamp;
    if (isOfBoard) this.listener.tap(this.#at(event), event.pointerType);
  }

  #forget(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.#at(event);
    if (!event.ctrlKey) {
      if (event.deltaY !== 0 && this.listener.wheel(at, event.deltaY > 0 ? 1 : -1)) return;
      if (this.#isCalm(event.timeStamp)) return;
    }
    this.listener.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), at);
  }

  #isCalm(now: number): boolean {
    const isCalm = now - this.#calmFrom < CALM_MS && now - this.#droppedAt < LONGEST_CALM_MS;
    if (isCalm) this.#calmFrom = now;
    return isCalm;
  }

  #at(event: MouseEvent): Point {
    const { x, y } = this.corner();
    return { x: event.clientX - x, y: event.clientY - y };
  }
}
