/** Which part of the plane a drawing shows: it fits, glides, and lets a person look elsewhere. */
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
  /** The cells to be shown when all is shown. */
  cells(): readonly Cell[];
  /** Tell whether nothing may glide. */
  isStill(): boolean;
}

const GLIDE_MS = 260;
const RIM = 4;

export class Camera {
  #view: Viewport = { x: 0, y: 0, scale: 1 };
  /** What will be shown when a glide has come to its end. */
  #goal: Viewport = this.#view;
  #size: Size = { width: 1, height: 1 };
  #isFitting = true;
  #glide = 0;
  #watcher = new ResizeObserver(() => this.#resized());

  constructor(private readonly scene: CameraScene) {}

  /** Follow the size of the surface from now on. */
  watch(surface: Element): void {
    this.#watcher.observe(surface);
  }

  stop(): void {
    this.#watcher.disconnect();
    cancelAnimationFrame(this.#glide);
  }

  get viewBox(): string {
    return viewBox(this.#view, this.#size);
  }

  /** Show all again if all was shown before. */
  refit(): void {
    if (this.#isFitting) this.#glideTo(this.#fitted());
  }

  /** Show all again, with a rim of so many units, but only if some of it is out of sight: the view rests most times. */
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

  /** Move as little as needed to show a cell; what fitted goes on fitting. */
  reveal(cell: Cell): void {
    cancelAnimationFrame(this.#glide);
    this.#show(revealing(this.#view, this.#size, cell, 8));
  }

  /** Return the point of the plane under a point of the surface. */
  pointAt(at: Point): Point {
    return toPlane(this.#view, this.#size, at);
  }

  /** Return where a point of the plane lies on the surface once the view has come to rest, and the scale there. */
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
      // A frame may bear a time before the start.
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
  }
}
