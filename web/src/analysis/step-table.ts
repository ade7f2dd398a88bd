/** The tables of an analysis: the totals of each player, and every placement with its loss. */
import { html, nothing, type TemplateResult } from "lit";
import type { AnalysisView, GameView, StepView, TotalsView } from "../generated/protocol";
import { t } from "../page/i18n";
import { swatch } from "../page/players/swatch";
import { showsNumbers } from "../settings/preferences";
import { seatName } from "../table/sentences";
import { tilePicture } from "../tiles/draw";
import { cellText } from "../tiles/hexes";
import { parsePlacement } from "../tiles/placement";
import { gradeName, gradeSign, isError, percent, plain, signed } from "./grades";

export function totalsTable(analysis: AnalysisView, game: GameView): TemplateResult {
  return html`<table class="totals"><caption class="visually-hidden">${t("Players")}</caption>
    <thead><tr>
      <th scope="col">${t("Player")}</th><th scope="col">${t("Accuracy")}</th><th scope="col">${t("Average loss")}</th>
      <th scope="col" title=${t("Inaccuracies")} aria-label=${t("Inaccuracies")}>?!</th>
      <th scope="col" title=${t("Mistakes")} aria-label=${t("Mistakes")}>?</th>
      <th scope="col" title=${t("Blunders")} aria-label=${t("Blunders")}>??</th>
      <th scope="col">${t("Missed loops")}</th><th scope="col">${t("Luck")}</th>
    </tr></thead>
    <tbody>${analysis.seats.map((totals) => totalsRow(totals, game))}</tbody>
  </table>`;
}

function totalsRow(totals: TotalsView, game: GameView): TemplateResult {
  const { grades } = totals;
  const seat = game.seats[totals.seat];
  return html`<tr><th scope="row">${seat ? swatch(seat.colour) : nothing} <span>${seatName(game, totals.seat)}</span></th>
    <td>${totals.accuracy === null ? "–" : percent(totals.accuracy)}</td>
    <td>${totals.mean_loss === null ? "–" : plain(totals.mean_loss)}</td>
    <td>${grades.inaccuracy ?? 0}</td><td>${grades.mistake ?? 0}</td><td>${grades.blunder ?? 0}</td>
    <td>${totals.missed_loops}</td>
    <td>${signed(totals.luck)} <small>± ${plain(totals.luck_error)}</small></td></tr>`;
}

/** Render one row per placement; each leads to the position in which it was chosen. */
export function stepTable(
  analysis: AnalysisView,
  game: GameView,
  onlyErrors: boolean,
  ply: number,
  go: (ply: number) => void,
): TemplateResult {
  const shown = analysis.steps.filter((step) => !onlyErrors || (step.choice && isError(step.choice.grade)));
  if (shown.length === 0) return html`<p>${t("No mistakes were found.")}</p>`;
  return html`<div class="steps" tabindex="0" role="region" aria-label=${t("Placements")}><table>
    <caption class="visually-hidden">${t("Placements")}</caption>
    <thead><tr><th scope="col">${t("Move")}</th><th scope="col">${t("Placement")}</th><th scope="col">${t("Grade")}</th>
      <th scope="col">${t("Loss")}</th><th scope="col">${t("Luck of the draw")}</th></tr></thead>
    <tbody>${shown.map((step) => row(step, game, ply, go))}</tbody>
  </table></div>`;
}

/** Show the tile as it lies, in notation as well if numbers are on. */
function placed(step: StepView): TemplateResult | typeof nothing {
  const placement = parsePlacement(step.placement);
  if (!placement) return nothing;
  const { tile, cell, rotation } = placement;
  return html`${tilePicture(tile, rotation)}${
    showsNumbers() ? html`<span>${t("Tile {tile} at {cell}", { tile, cell: cellText(cell) })}</span>` : nothing
  }`;
}

/** Say who laid what where, without a full stop. */
export function placedText(step: StepView, game: GameView): string {
  const placement = parsePlacement(step.placement);
  const cell = placement ? cellText(placement.cell) : "";
  return t("{name} placed tile {tile} at {cell}", {
    name: seatName(game, step.seat),
    tile: placement?.tile ?? 0,
    cell,
  });
}

function row(step: StepView, game: GameView, ply: number, go: (ply: number) => void): TemplateResult {
  const { choice, draw } = step;
  const seat = game.seats[step.seat];
  const isShown = step.ply === ply + 1;
  return html`<tr class=${`${choice?.grade ?? ""} ${isShown ? "shown" : ""}`}>
    <td>${step.ply}</td>
    <td><button type="button" class="step" aria-current=${isShown ? "step" : "false"} aria-label=${placedText(step, game)}
      @click=${() => go(step.ply - 1)}>${seat ? swatch(seat.colour) : nothing}${placed(step)}</button></td>
    <td>${choice ? html`${gradeName(choice.grade)} <b class="sign">${gradeSign(choice.grade)}</b>` : "–"}</td>
    <td>${choice ? plain(choice.loss) : "–"}</td>
    <td>${draw ? signed(draw.luck) : "–"}</td></tr>`;
}
