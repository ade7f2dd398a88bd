/** The legend of the marks on the board and the rack, in one row. */
import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { ColourLetter } from "../generated/protocol";
import { t } from "../page/i18n";
import { FIELD, RING } from "../tiles/board-element";

/** Render the legend; `colour` is that of the reader, for the dot of a space that they can fill. */
export function legend(colour: ColourLetter, close: () => void): TemplateResult {
  return html`<section class="legend" aria-label=${t("Marks on the board")}>
    <ul>
      ${entry(space("forced", svg`<circle class="dot fill-${colour}" r="14"></circle>`), t("Forced: you can fill it"))}
      ${entry(space("forced", svg`<circle class="dot fill-nobody" r="14"></circle>`), t("Forced: nobody can yet"))}
      ${entry(space("controlled"), t("Closed for now"))}
      ${entry(space("legal"), t("The tile fits here"))}
      ${entry(svg`<polygon class="legend-tile" points=${FIELD}></polygon><g class="last-mark"><polygon points=${RING}></polygon></g>`, t("Last move"))}
      ${entry(svg`<path class="legend-arrow" d="M0 -34v58M-22 2l22 26 22 -26"></path>`, t("This tile can fill a forced space"))}
    </ul>
    <button type="button" class="quiet-button" @click=${close}>${t("Close")}</button>
  </section>`;
}

function entry(mark: SVGTemplateResult, words: string): TemplateResult {
  return html`<li><svg viewBox="-56 -60 112 120" aria-hidden="true">${mark}</svg>${words}</li>`;
}

function space(kind: string, more: SVGTemplateResult = svg``): SVGTemplateResult {
  return svg`<g class="space ${kind}"><polygon class="field" points=${FIELD}></polygon>${more}</g>`;
}
