/** Which part of the plane a board shows: all tiles, with animation, unless somebody pans or zooms. */
import { type Cell, cellAt, type Point } from "./hexes";
import {
  fitted,
  isShowing,
  panned,
  revealing,
  type Size,
  toPlane,
  toScreen,
  type Viewport,
  viewBox,
  zoomed,
} from "./viewport";

export interface CameraScene {
  surface(): SVGSVGElement | null;
  /** The cells that a view of everything shows. */
  cells(): readonly Cell[];
  /** Return whether animation is off. */
  isStill(): boolean;
  /** The view has changed. */
  moved(): void;
}

const GLIDE_MS = 260;
const RIM = 4;

export class Camera {
  #view: Viewport = { x: 0, y: 0, scale: 1 };
  /** The view at the end of the running animation. */
  #goal: Viewport = this.#view;
  #size: Size = { width: 1, height: 1 };
  #isFitting = true;
  #glide = 0;
  #resizeObserver = new ResizeObserver(() => this.#resized());

  constructor(private readonly scene: CameraScene) {}

  /** Follow the size of the surface. */
  watch(surface: Element): void {
    this.#resizeObserver.observe(surface);
  }

  stop(): void {
    this.#resizeObserver.disconnect();
    cancelAnimationFrame(this.#glide);
  }

  /** The size of the surface in pixels. */
  get size(): Size {
    return this.#size;
  }

  get viewBox(): string {
    return viewBox(this.#view, this.#size);
  }

  /** Show everything again, unless somebody panned or zoomed. */
  refit(): void {
    if (this.#isFitting) this.#glideTo(this.#fitted());
  }

  /**
   * Show everything again, with a margin of `rim` units, but only if part of it is out of view: usually nothing moves.
   */
  keepShowing(rim: number): void {
    const cells = this.scene.cells();
    if (this.#isFitting && !isShowing(this.#goal, this.#size, cells)) this.#glideTo(fitted(cells, this.#size, rim));
  }

  fit(): void {
    this.#isFitting = true;
    this.#glideTo(this.#fitted());
  }

  zoom(factor: number): void {
    this.#isFitting = false;
    this.#glideTo(zoomed(this.#view, this.#size, factor, { x: this.#size.width / 2, y: this.#size.height / 2 }));
  }

  zoomAt(factor: number, at: Point): void {
    this.#look(zoomed(this.#view, this.#size, factor, at));
  }

  pan(dx: number, dy: number): void {
    this.#look(panned(this.#view, dx, dy));
  }

  /** Move as little as needed to show a cell; a view of everything remains one. */
  reveal(cell: Cell): void {
    cancelAnimationFrame(this.#glide);
    this.#show(revealing(this.#view, this.#size, cell, 8));
  }

  /** Convert a point of the surface to one of the plane. */
  pointAt(at: Point): Point {
    return toPlane(this.#view, this.#size, at);
  }

  /** Return where a point of the plane will be on the surface, and at which scale, once the view stops moving. */
  atRest(point: Point): Point & { scale: number } {
    return { ...toScreen(this.#goal, this.#size, point), scale: this.#goal.scale };
  }

  cellAt(at: Point): Cell {
    return cellAt(this.pointAt(at));
  }

  #fitted(): Viewport {
    return fitted(this.scene.cells(), this.#size, RIM);
  }

  #resized(): void {
    cancelAnimationFrame(this.#glide);
    const box = this.scene.surface()?.getBoundingClientRect();
    this.#size = { width: Math.max(box?.width ?? 1, 1), height: Math.max(box?.height ?? 1, 1) };
    this.#show(this.#isFitting ? this.#fitted() : this.#view);
  }

  #look(view: Viewport): void {
    cancelAnimationFrame(this.#glide);
    this.#isFitting = false;
    this.#show(view);
  }

  #glideTo(target: Viewport): void {
    cancelAnimationFrame(this.#glide);
    this.#goal = target;
    const from = this.#view;
    if (this.scene.isStill()) {
      this.#show(target);
      return;
    }
    const start = performance.now();
    const step = (now: number) => {
      // The timestamp of a frame can be before the start.
      const share = Math.min(1, Math.max(0, (now - start) / GLIDE_MS));
      const eased = 1 - (1 - share) ** 3;
      const between = (a: number, b: number) => a + (b - a) * eased;
      this.#draw({
        x: between(from.x, target.x),
        y: between(from.y, target.y),
        scale: between(from.scale, target.scale),
      });
      if (share < 1) this.#glide = requestAnimationFrame(step);
    };
    this.#glide = requestAnimationFrame(step);
  }

  #show(view: Viewport): void {
    this.#goal = view;
    this.#draw(view);
  }

  #draw(view: Viewport): void {
    this.#view = view;
    this.scene.surface()?.setAttribute("viewBox", this.viewBox);
    this.scene.moved();
  }
}
