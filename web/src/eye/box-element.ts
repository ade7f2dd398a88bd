/** `<tantrix-scan-box>`: lies over a picture, to draw or move the box around a tile that was missed. */
import { html, type PropertyValues, type TemplateResult } from "lit";
import { t } from "../page/i18n";
import { LightElement } from "../page/light-element";
import { boxAfterKey, drawnBox, type TileBox } from "./box";

export class ScanBox extends LightElement {
  static override properties = {
    width: { type: Number },
    height: { type: Number },
    usual: { attribute: false },
    box: { state: true },
  };

  declare width: number;
  declare height: number;
  /** The box that is there first. */
  declare usual: TileBox;
  declare box: TileBox | null;

  #from: DOMPoint | null = null;

  protected override firstUpdated(_changed: PropertyValues): void {
    const drawing = this.querySelector("svg");
    drawing?.focus({ preventScroll: true });
    drawing?.scrollIntoView({ block: "nearest" });
  }

  override render(): TemplateResult {
    const { x, y, reach } = this.box ?? this.usual;
    return html`<svg class="scan-box" viewBox="0 0 ${this.width} ${this.height}" tabindex="0" role="application"
      aria-label=${t("Box around the missed tile")} aria-describedby="scan-box-help"
      @pointerdown=${this.#pressed} @pointermove=${this.#moved} @pointerup=${this.#released} @keydown=${this.#keyed}
      @pointercancel=${this.#cancelled}>
      <rect class="case" x=${x - reach} y=${y - reach} width=${2 * reach} height=${2 * reach}></rect>
      <rect class="pen" x=${x - reach} y=${y - reach} width=${2 * reach} height=${2 * reach}></rect>
    </svg>`;
  }

  #pressed(event: PointerEvent): void {
    if (event.button) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#from = pointOf(event, this);
    this.#draw(this.#from);
  }

  #moved(event: PointerEvent): void {
    this.#draw(pointOf(event, this));
  }

  #released(event: PointerEvent): void {
    if (!this.#from) return;
    this.#draw(pointOf(event, this));
    this.#from = null;
    this.#finish();
  }

  #cancelled(): void {
    this.#from = null;
  }

  #draw(to: DOMPoint): void {
    if (this.#from) this.box = drawnBox(this.#from, to, this.usual.reach);
  }

  #keyed(event: KeyboardEvent): void {
    const moved = boxAfterKey(this.box ?? this.usual, event.key, this);
    if (moved) this.box = moved;
    else if (event.key === "Enter") this.#finish();
    else if (event.key === "Escape") this.emit("box-left");
    else return;
    event.preventDefault();
  }

  #finish(): void {
    this.emit("box-drawn", this.box ?? this.usual);
  }
}

/** Return where a pointer is in the picture, or the nearest point of it. */
function pointOf(event: PointerEvent, { width, height }: ScanBox): DOMPoint {
  const shown = (event.currentTarget as SVGSVGElement).getScreenCTM();
  const { x, y } = new DOMPoint(event.x, event.y).matrixTransform(shown?.inverse());
  return new DOMPoint(Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y)));
}
