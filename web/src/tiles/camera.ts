/**
 * Which part of the plane a board shows: all tiles, with animation, unless somebody pans or zooms.
 *
 * The board is drawn once for an animation, as large as it needs, and the compositor moves the picture: drawing it in
 * each frame takes longer than a frame on a phone.
 */
import { type Cell, cellAt, type Point } from "./hexes";
import {
  fitted,
  isShowing,
  type Overlay,
  overlaid,
  overlayOf,
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

/** A running animation: the picture of `drawn` moves from one overlay to another. */
interface Glide {
  animation: Animation;
  drawn: Viewport;
  from: Overlay;
  to: Overlay;
}

const GLIDE_MS = 260;
const GLIDE_EASING = "cubic-bezier(.33, 1, .68, 1)";
const RIM = 4;
/** Before the surface was measured. */
const NO_SIZE: Size = { width: 1, height: 1 };

export class Camera {
  /** The view that is drawn; while an animation runs, its picture looks like another. */
  #drawn: Viewport = { x: 0, y: 0, scale: 1 };
  /** The view at the end of the running animation. */
  #goal: Viewport = this.#drawn;
  #size: Size = NO_SIZE;
  #corner: Point = { x: 0, y: 0 };
  #isFitting = true;
  #glide: Glide | null = null;
  #resizeObserver = new ResizeObserver(() => this.#resized());

  constructor(private readonly scene: CameraScene) {}

  /** Follow the size of the surface. */
  watch(surface: Element): void {
    this.#resizeObserver.observe(surface);
  }

  stop(): void {
    this.#resizeObserver.disconnect();
    this.#stopGlide();
  }

  /** Where the surface begins in its board, in pixels. */
  get corner(): Point {
    return this.#corner;
  }

  /** The size of the surface in pixels. */
  get size(): Size {
    return this.#size;
  }

  get viewBox(): string {
    return viewBox(this.#drawn, this.#size);
  }

  /** Show everything again; if somebody panned or zoomed, only after a placement that leaves part of it out of view. */
  refit(isPlaced = false): void {
    if (isPlaced && !isShowing(this.#goal, this.#size, this.scene.cells())) this.#isFitting = true;
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
    if (this.#size === NO_SIZE) return;
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

  /** The view that is seen now. */
  get #view(): Viewport {
    if (!this.#glide) return this.#drawn;
    const { animation, drawn, from, to } = this.#glide;
    const share = animation.effect?.getComputedTiming().progress ?? 1;
    const between = (a: number, b: number) => a + (b - a) * share;
    const overlay = {
      scale: between(from.scale, to.scale),
      x: between(from.x, to.x),
      y: between(from.y, to.y),
    };
    return overlaid(overlay, drawn, this.#size);
  }

  /** Measure the surface, which an animation would distort. */
  #resized(): void {
    const view = this.#view;
    this.#stopGlide();
    const surface = this.scene.surface();
    const [box, around] = [surface?.getBoundingClientRect(), surface?.parentElement?.getBoundingClientRect()];
    this.#size = { width: Math.max(box?.width ?? 1, 1), height: Math.max(box?.height ?? 1, 1) };
    if (box && around) this.#corner = { x: box.left - around.left, y: box.top - around.top };
    this.#show(this.#isFitting ? this.#fitted() : view);
  }

  #look(view: Viewport): void {
    if (this.#size === NO_SIZE) return;
    this.#isFitting = false;
    this.#show(view);
  }

  #glideTo(target: Viewport): void {
    if (isSame(target, this.#goal)) return;
    const [view, surface] = [this.#view, this.scene.surface()];
    if (!surface || this.#size === NO_SIZE || this.scene.isStill()) {
      this.#show(target);
      return;
    }
    // The smaller scale shows more, so that nothing is missing at the edges on the way.
    const drawn = target.scale <= view.scale ? target : view;
    this.#show(drawn);
    this.#goal = target;
    const [from, to] = [overlayOf(view, drawn, this.#size), overlayOf(target, drawn, this.#size)];
    const animation = surface.animate([keyframe(from), keyframe(to)], {
      duration: GLIDE_MS,
      easing: GLIDE_EASING,
      fill: "forwards",
    });
    this.#glide = { animation, drawn, from, to };
    animation.onfinish = () => this.#show(target);
  }

  #show(view: Viewport): void {
    this.#stopGlide();
    this.#goal = view;
    this.#drawn = view;
    this.scene.surface()?.setAttribute("viewBox", this.viewBox);
    this.scene.moved();
  }

  #stopGlide(): void {
    this.#glide?.animation.cancel();
    this.#glide = null;
  }
}

function isSame(one: Viewport, other: Viewport): boolean {
  return one.x === other.x && one.y === other.y && one.scale === other.scale;
}

function keyframe({ scale, x, y }: Overlay): Keyframe {
  return { transformOrigin: "0 0", transform: `translate(${x}px, ${y}px) scale(${scale})` };
}
