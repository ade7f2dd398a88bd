/** What was missed in a run, to step through once it is over: how the gap closes, and what was laid instead. */
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { t } from "../../page/i18n";
import { icon } from "../../page/icons";
import { at, RING, seamMark } from "../../tiles/board-element";
import { tileShape } from "../../tiles/draw";
import type { LaidTile } from "../../tiles/golden-rule";
import { viewBoxOf } from "../view-box";
import "./growing-loop";
import { clashesOf, type Gap, solutionOf } from "./gap";
import { clashSentences, closeSentence, gapCellSentence } from "./text";

/** Name the missed puzzle that is shown: "Missed: 2 of 3", and the loop. */
export function missedSentence(missed: readonly Gap[], shown: number): string {
  const gap = missed[shown];
  const place = t("Missed: {n} of {all}", { n: shown + 1, all: missed.length });
  return gap ? `${place}. ${closeSentence(gap.view.colour)}.` : "";
}

/** Render a missed puzzle with what the player laid in it; `go` shows another one. */
export function missedReview(
  missed: readonly Gap[],
  shown: number,
  go: (to: number) => void,
): TemplateResult | typeof nothing {
  const gap = missed[shown];
  if (!gap) return nothing;
  const solution = solutionOf(gap) ?? [];
  const step = (to: number, name: "previous" | "next", label: string) =>
    html`<button type="button" class="round" aria-label=${label} ?disabled=${!missed[to]} @click=${() => go(to)}>${icon(name)}</button>`;
  return html`<div class="run-review">
    ${missed.length > 1 ? html`<p class="leaves">${step(shown - 1, "previous", t("Previous"))}<b>${t("Missed: {n} of {all}", { n: shown + 1, all: missed.length })}</b>${step(shown + 1, "next", t("Next"))}</p>` : nothing}
    ${grown({ ...gap, placed: solution })}
    ${gap.placed.length > 0 ? html`${figure(t("What you laid"), gap, gap.placed)}<p class="run-clash">${clashSentences(gap)[0] ?? ""}</p>` : nothing}</div>`;
}

function grown(gap: Gap): TemplateResult {
  const caption = t("The solution");
  const told = gap.placed.map((one) => gapCellSentence(gap, one)).join(" ");
  return html`<figure class="run-solution"><tantrix-growing-loop .gap=${gap} .label=${`${caption}. ${told}`}></tantrix-growing-loop>
    <figcaption>${caption}</figcaption></figure>`;
}

function figure(caption: string, gap: Gap, ringed: readonly LaidTile[]): TemplateResult {
  const all = [...gap.laid, ...gap.placed];
  const told = ringed.map((one) => gapCellSentence(gap, one)).join(" ");
  return html`<figure class="run-solution"><svg viewBox=${viewBoxOf([...all, ...gap.view.spaces])} role="img" aria-label=${`${caption}. ${told}`}>
      ${all.map((one) => svg`<g transform=${at(one)}>${tileShape(one.tile, one.rotation)}</g>`)}
      ${ringed.map((one) => ring(gap, one))}</svg>
    <figcaption>${caption}</figcaption></figure>`;
}

function ring(gap: Gap, one: LaidTile): SVGTemplateResult {
  return svg`<g transform=${at(one)}><polygon class="run-ring" points=${RING}></polygon>${clashesOf(gap, one).map((edge) => seamMark(edge))}</g>`;
}
