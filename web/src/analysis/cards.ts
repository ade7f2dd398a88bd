/** Three cards that sum up the analysis of a game: accuracy, the biggest mistake, and luck. */
import { html, nothing, type TemplateResult } from "lit";
import type { AnalysisView, ChoiceView, GameView, StepView, TotalsView } from "../generated/protocol";
import { t } from "../page/i18n";
import { face } from "../page/players/face";
import { seatName } from "../table/sentences";
import { tilePicture } from "../tiles/draw";
import { parsePlacement } from "../tiles/placement";
import { isError, percent, plain, signed } from "./grades";

interface JudgedStep extends StepView {
  choice: ChoiceView;
}

/** Return the placement that lost the most points, of some seats; null if none was an inaccuracy or worse. */
export function biggestMistake(
  analysis: AnalysisView,
  isOne: (seat: number) => boolean = () => true,
): JudgedStep | null {
  const errors = analysis.steps.filter(
    (step): step is JudgedStep => step.choice !== null && isError(step.choice.grade) && isOne(step.seat),
  );
  return errors.reduce<JudgedStep | null>(
    (worst, step) => (worst && worst.choice.loss >= step.choice.loss ? worst : step),
    null,
  );
}

/** Return the biggest mistake of the reader, or of anybody if the reader made none. */
export function readersMistake(analysis: AnalysisView, game: GameView): JudgedStep | null {
  const isMine = (seat: number) => game.seats[seat]?.is_mine ?? false;
  return biggestMistake(analysis, isMine) ?? biggestMistake(analysis);
}

/** Return the player whose draws were worth the most; null if nobody drew. */
export function luckiest(analysis: AnalysisView): TotalsView | null {
  const drawn = analysis.seats.filter((totals) => totals.n_draws > 0);
  return drawn.reduce<TotalsView | null>((best, totals) => (best && best.luck >= totals.luck ? best : totals), null);
}

/** Render the cards; `go` shows the position in which the biggest mistake was made. */
export function summaryCards(analysis: AnalysisView, game: GameView, go: (ply: number) => void): TemplateResult {
  return html`<div class="summary-cards">${accuracyCard(analysis, game)}${mistakeCard(analysis, game, go)}${luckCard(analysis, game)}</div>`;
}

function accuracyCard(analysis: AnalysisView, game: GameView): TemplateResult {
  return html`<section class="summary-card"><h3>${t("Accuracy")}</h3><ul>${analysis.seats.map(({ seat, accuracy }) => {
    const one = game.seats[seat];
    if (!one) return nothing;
    const share = accuracy === null ? "–" : percent(accuracy);
    return html`<li title=${one.name}>${face(one.account ?? one.name, one.robot, one.badge?.face, one.colour)}<span class="visually-hidden">${one.name}</span> <b>${share}</b></li>`;
  })}</ul></section>`;
}

function mistakeCard(analysis: AnalysisView, game: GameView, go: (ply: number) => void): TemplateResult {
  const worst = biggestMistake(analysis);
  if (!worst)
    return html`<section class="summary-card"><h3>${t("Biggest mistake")}</h3><b class="summary-figure">0</b><p>${t("No mistakes were found.")}</p></section>`;
  const placement = parsePlacement(worst.placement);
  const words = t("{name}, move {n}", { name: seatName(game, worst.seat), n: worst.ply });
  return html`<button type="button" class="summary-card worst" @click=${() => go(worst.ply - 1)}>
    <span class="summary-title">${t("Biggest mistake")}</span> <b class="summary-figure">−${plain(worst.choice.loss)}</b>
    <span class="summary-words">${placement ? tilePicture(placement.tile, placement.rotation) : nothing}<span>${words}</span></span></button>`;
}

function luckCard(analysis: AnalysisView, game: GameView): TemplateResult {
  const lucky = luckiest(analysis);
  if (!lucky)
    return html`<section class="summary-card"><h3>${t("Luck")}</h3><p>${t("No tile was drawn.")}</p></section>`;
  return html`<section class="summary-card"><h3>${t("Luck")}</h3><ul>${analysis.seats.map(({ seat, luck }) => {
    const one = game.seats[seat];
    if (!one) return nothing;
    return html`<li title=${one.name}>${face(one.account ?? one.name, one.robot, one.badge?.face, one.colour)}<span class="visually-hidden">${one.name}</span> <b>${signed(luck)}</b></li>`;
  })}</ul></section>`;
}
