/** The gap of a missed puzzle as it closes, shown when a run is over. */
import { html, nothing, svg, type TemplateResult } from "lit";
import type { RunView } from "../../generated/protocol";
import { t } from "../../page/i18n";
import { at, RING } from "../../tiles/board-element";
import { tileShape } from "../../tiles/draw";
import { viewBoxOf } from "../../tiles/hexes";
import { readTile } from "./gap";

/** Render the closed loop with the missing tiles ringed; nothing for a run whose solution is not told. */
export function solutionPicture({ gap, solution }: RunView): TemplateResult | typeof nothing {
  if (!solution) return nothing;
  const missing = solution.flatMap(readTile);
  const all = [...gap.laid.flatMap(readTile), ...missing];
  return html`<figure class="run-solution"><svg viewBox=${viewBoxOf(all)} role="img" aria-label=${t("The solution")}>
      ${all.map((one) => svg`<g transform=${at(one)}>${tileShape(one.tile, one.rotation)}</g>`)}
      ${missing.map((one) => svg`<polygon class="run-ring" transform=${at(one)} points=${RING}></polygon>`)}</svg>
    <figcaption>${t("The solution")}</figcaption></figure>`;
}
