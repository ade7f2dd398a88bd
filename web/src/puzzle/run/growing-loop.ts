/** `<tantrix-growing-loop>`: a solution whose loop grows tile by tile, by itself and by a strip of steps below it. */
import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { t } from "../../page/i18n";
import { icon } from "../../page/icons";
import { LightElement } from "../../page/light-element";
import { loadSettings, prefersReducedMotion } from "../../settings/preferences";
import { at, RING, SHADE } from "../../tiles/board-element";
import { linkPath, tileShape } from "../../tiles/draw";
import type { LaidTile } from "../../tiles/golden-rule";
import { viewBoxOf } from "../view-box";
import { type Gap, loopOf } from "./gap";
import { closeSentence } from "./text";

const STEP_MS = 70;

export class TantrixGrowingLoop extends LightElement {
  static override properties = { gap: { attribute: false }, label: {}, n: { state: true } };

  /** The gap, filled by its solution. */
  declare gap: Gap;
  declare label: string;
  /** Through how many tiles the loop runs so far. */
  declare n: number;
  #timer = 0;

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("gap")) return;
    this.n = prefersReducedMotion(loadSettings()) ? this.#loop.length : 0;
    window.clearInterval(this.#timer);
    this.#timer = window.setInterval(() => this.#grow(), STEP_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  get #loop(): readonly LaidTile[] {
    return loopOf(this.gap);
  }

  #grow(): void {
    if (this.n < this.#loop.length) this.n += 1;
    else window.clearInterval(this.#timer);
  }

  #go(to: number): void {
    window.clearInterval(this.#timer);
    this.n = to;
  }

  #step(to: number, name: "previous" | "next", label: string): TemplateResult {
    const isOff = to < 1 || to > this.#loop.length;
    return html`<button type="button" class="round" aria-label=${label} ?disabled=${isOff} @click=${() => this.#go(to)}>${icon(name)}</button>`;
  }

  override render(): TemplateResult {
    const { gap, n } = this;
    const all = [...gap.laid, ...gap.placed];
    const loop = this.#loop;
    const place = t("{n} of {all}", { n, all: loop.length });
    return html`<svg viewBox=${viewBoxOf(all)} role="img" aria-label=${this.label}>
        ${all.map((one) => svg`<g transform=${at(one)}>${tileShape(one.tile, one.rotation)}<polygon class="shade" points=${SHADE}></polygon></g>`)}
        ${gap.placed.map((one) => svg`<polygon class="run-ring" transform=${at(one)} points=${RING}></polygon>`)}
        <g class="solved-line">${loop.slice(0, n).map((one) => part(one, gap.view.colour))}</g></svg>
      <p class="run-steps">${this.#step(n - 1, "previous", t("Back one tile"))}${this.#step(n + 1, "next", t("Forward one tile"))}<input type="range" min="1" max=${loop.length} .value=${String(n)} aria-label=${closeSentence(gap.view.colour)} aria-valuetext=${place}
        @input=${(event: Event) => this.#go(Number((event.target as HTMLInputElement).value))}> <span>${place}</span></p>`;
  }
}

function part(one: LaidTile, colour: Gap["view"]["colour"]): SVGTemplateResult {
  const d = linkPath(one.tile, colour);
  return svg`<g transform=${at(one)}><g class="turn-${one.rotation} turned">
    <path class="lit-body stroke-${colour}" d=${d}></path><path class="lit-core" d=${d}></path></g></g>`;
}

customElements.define("tantrix-growing-loop", TantrixGrowingLoop);
