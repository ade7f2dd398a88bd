/** `<tantrix-viewfinder>`: what the camera sees, with the outlines of the tiles as soon as it is held still. */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { LightElement } from "../page/light-element";
import { type Advice, adviceOf, hasMoved } from "./advice";
import type { SeenTile } from "./module";
import { cornersOf } from "./picture";

/** The longer side of the pictures in which tiles are looked for while the camera runs. */
const GLANCE = 320;
const PAUSE_MS = 150;
const LOOKS = 3; // with the same advice

export type Glance = (picture: ImageData) => Promise<readonly SeenTile[]>;

export class Viewfinder extends LightElement {
  static override properties = {
    stream: { attribute: false },
    glance: { attribute: false },
    tiles: { state: true },
    advice: { state: true },
  };

  declare stream: MediaStream;
  declare glance: Glance;
  declare tiles: readonly SeenTile[];
  declare advice: Advice;

  readonly #canvas = document.createElement("canvas");
  #last: ImageData | null = null;
  #next: Advice = "point";
  #nAlike = 0;

  constructor() {
    super();
    this.tiles = [];
    this.advice = "point";
  }

  protected override firstUpdated(_changed: PropertyValues): void {
    const video = this.querySelector("video");
    if (video) video.srcObject = this.stream; // Lit would set an object again at each render, and stop the film
    this.querySelector("dialog")?.showModal();
    void this.#watch();
  }

  /** Look at the tiles again and again, until the camera is closed. */
  async #watch(): Promise<void> {
    while (this.isConnected) {
      const picture = this.#small();
      if (picture && !(await this.#look(picture))) return; // the shutter works without the eye
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }

  /** Look for tiles in a picture, unless the camera moves; return whether the eye is there. */
  async #look(picture: ImageData): Promise<boolean> {
    const isMoving = !this.#last || hasMoved(this.#last.data, picture.data);
    this.#last = picture;
    const seen = isMoving ? [] : await this.glance(picture).catch(() => null);
    this.tiles = seen ?? [];
    if (seen === null) this.advice = "point";
    else this.#advise(isMoving ? "still" : adviceOf(picture.data, seen));
    return seen !== null;
  }

  /** Change the advice when it has been the same for a while, so that it can be read and heard. */
  #advise(advice: Advice): void {
    this.#nAlike = advice === this.#next ? this.#nAlike + 1 : 1;
    this.#next = advice;
    if (this.#nAlike >= LOOKS) this.advice = advice;
  }

  /** Return what the camera shows now; null before its first picture. */
  #small(): ImageData | null {
    const video = this.querySelector("video");
    if (!video?.videoWidth) return null;
    const scale = Math.min(1, GLANCE / Math.max(video.videoWidth, video.videoHeight));
    const { width, height } = this.#sized(video.videoWidth * scale, video.videoHeight * scale);
    const context = this.#canvas.getContext("2d", { willReadFrequently: true });
    context?.drawImage(video, 0, 0, width, height);
    return context?.getImageData(0, 0, width, height) ?? null;
  }

  #sized(width: number, height: number): HTMLCanvasElement {
    this.#canvas.width = Math.round(width);
    this.#canvas.height = Math.round(height);
    return this.#canvas;
  }

  override render(): TemplateResult {
    const { width, height } = this.#canvas;
    return html`<dialog class="scan-camera" aria-label=${t("Camera")} @close=${() => this.emit("camera-closed")}>
      <div class="scan-view">
        <video autoplay playsinline muted></video>
        <svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${this.tiles.map(outline)}</svg>
      </div>
      <div class="scan-advice" role="status">
        ${this.tiles.length ? html`<b>${tn("{n} tile", "{n} tiles", this.tiles.length)}</b>` : nothing}
        <span>${ADVICE[this.advice]()}</span>
      </div>
      <p class="scan-shutter">
        <button type="button" class="round" aria-label=${t("Close")} @click=${() => this.querySelector("dialog")?.close()}>${icon("close")}</button>
        <button type="button" class="shutter" autofocus aria-label=${t("Take a picture")} @click=${() => this.emit("shot")}>
          <svg viewBox="-60 -60 120 120" aria-hidden="true"><path class="rim" d=${HEXAGON}></path><path d=${HEXAGON} transform="scale(.8)"></path></svg></button>
      </p>
    </dialog>`;
  }
}

const HEXAGON = "M0 -52L45 -26V26L0 52L-45 26V-26Z";

const ADVICE: Record<Advice, () => string> = {
  point: () => t("Point the camera at the tiles."),
  still: () => t("Hold still."),
  dark: () => t("More light is needed."),
  cut: () => t("A tile is cut off. Move back a little."),
  closer: () => t("Go closer."),
  above: () => t("Hold the camera more from above."),
  good: () => t("Good. Take the picture."),
};

function outline(tile: SeenTile): TemplateResult {
  return svg`<polygon class=${tile.isWhole ? "" : "cut"} points=${cornersOf(tile)}></polygon>`;
}
