/**
 * `<tantrix-play-quality>`: how well everybody played, the player's best placement and missed loop. It asks the server
 * for the analysis once the winning line has been drawn, for players only.
 *
 * Event: `learn`, to go through the player's mistakes.
 */
import { html, nothing, type TemplateResult } from "lit";
import { AnalysisConnection, analysisAddress } from "../../analysis/connection";
import { percent, plain } from "../../analysis/grades";
import { whyBest } from "../../analysis/reasons";
import { sceneOf, thumbnail } from "../../analysis/thumbnail";
import type { AnalysisServerMessage, AnalysisView, SeatView, StepView } from "../../generated/protocol";
import { t, tn } from "../../page/i18n";
import { icon } from "../../page/icons";
import { LightElement } from "../../page/light-element";
import { face } from "../../page/players/face";
import type { TableState } from "../../table/state";
import { mistakesOf } from "../mistakes";
import { FIRST_PLY, storyOf } from "./story";

const AFTER_THE_LINE_MS = 2_500;
/** The accuracy from which a best move is praised: lower than that, chance finds one as well. */
const PRAISED_FROM = 0.6;

export class TantrixPlayQuality extends LightElement {
  static override properties = { table: { attribute: false }, analysis: { state: true }, isAsked: { state: true } };

  declare table: TableState;
  declare analysis: AnalysisView | null;
  declare isAsked: boolean;

  #timer = 0;
  #connection = new AnalysisConnection(analysisAddress(location), {
    message: (message) => this.#receive(message),
    lost: () => {
      this.isAsked = false;
    },
  });

  constructor() {
    super();
    this.analysis = null;
    this.isAsked = false;
  }

  override firstUpdated(): void {
    if (this.#isMine) this.#timer = window.setTimeout(() => this.#ask(), AFTER_THE_LINE_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#timer);
    this.#connection.close();
  }

  #ask(): void {
    this.isAsked = true;
    this.#connection.send({ type: "analyse", game: this.table.game.id });
  }

  #receive(message: AnalysisServerMessage): void {
    if (message.type === "refused") this.isAsked = false;
    if (message.type !== "analysed") return;
    this.analysis = message.analysis;
    this.#connection.close();
  }

  override render(): TemplateResult {
    const { analysis } = this;
    const share = sharing(this.table);
    if (!this.#isMine) return share;
    const n = analysis ? mistakesOf(analysis, this.table).length : 0;
    return html`<p class="strip-label" role="status">${this.isAsked && !analysis ? t("Working out the accuracy…") : t("Accuracy")}</p>
      <ul class="accuracies">${this.table.game.seats.map((seat) => accuracyRow(seat, analysis?.seats[seat.seat]?.accuracy ?? null))}</ul>
      ${share}
      <button type="button" class="learn-button" ?hidden=${n === 0} @click=${() => this.emit("learn")}>${tn("Learn from {n} mistake", "Learn from {n} mistakes", n)}</button>
      <div class="highlights">${analysis ? html`<p class="story">${storyOf(analysis, this.table)}</p>${this.#best(analysis)}${this.#missed(analysis)}` : nothing}</div>`;
  }

  /** Whether the reader has played: only then are the rows shown, and filled when the analysis is there. */
  get #isMine(): boolean {
    return this.table.game.seats.some((seat) => seat.is_mine);
  }

  #mine(analysis: AnalysisView): StepView[] {
    return analysis.steps.filter((step) => step.choice && this.table.game.seats[step.seat]?.is_mine);
  }

  /** Show the best placement of the largest choice, first one with a reason, if the player chose well all game. */
  #best(analysis: AnalysisView): TemplateResult | typeof nothing {
    const mine = this.#mine(analysis);
    const isEarned = mine.some(({ seat }) => (analysis.seats[seat]?.accuracy ?? 0) >= PRAISED_FROM);
    if (!isEarned) return nothing;
    const [best] = mine
      .flatMap(({ ply, placement, choice }) =>
        choice?.grade === "best" && ply >= FIRST_PLY
          ? [{ ply, placement, why: whyBest(choice), n: choice.n_placements }]
          : [],
      )
      .sort((a, b) => Number(b.why !== "") - Number(a.why !== "") || b.n - a.n);
    if (!best) return nothing;
    const words = best.why || tn("The best of {n} possible move", "The best of {n} possible moves", best.n);
    return this.#highlight(best.ply, best.placement, t("Best move"), words);
  }

  #missed(analysis: AnalysisView): TemplateResult | typeof nothing {
    const loops = this.#mine(analysis).flatMap(({ ply, choice }) =>
      choice?.missed_loop ? [{ ply, ...choice.missed_loop }] : [],
    );
    const worst = loops.sort((a, b) => b.loss - a.loss)[0];
    if (!worst) return nothing;
    const words = t("A loop of {score}, {loss} points lost", { score: worst.score, loss: plain(worst.loss) });
    return this.#highlight(worst.ply, worst.placement, t("Missed"), words);
  }

  /** Render a placement at its place on the table as it was. */
  #highlight(ply: number, placement: string, title: string, words: string): TemplateResult | typeof nothing {
    const scene = sceneOf([placement], this.table.laid.slice(0, ply - 1));
    if (!scene) return nothing;
    return html`<p class="highlight">${thumbnail(scene)}<span><small>${title}</small><b>${words}</b></span></p>`;
  }
}

function sharing(state: TableState): TemplateResult {
  const path = `/games/${state.game.id}`;
  const ply = state.laid.length;
  return html`<a class="result-share" href=${`${path}/share?ply=${ply}`}>
    <img src=${`${path}/picture.svg?ply=${ply}`} alt="" width="112" height="64" loading="lazy">
    <span>${t("Share the picture")}</span>${icon("share")}</a>`;
}

function accuracyRow(seat: SeatView, accuracy: number | null): TemplateResult {
  return html`<li>${face(seat.account ?? seat.name, seat.robot, seat.badge?.face, seat.colour)}<span>${seat.name}</span>
    <meter class="meter-${seat.colour}" min="0" max="1" .value=${accuracy ?? 0} aria-hidden="true"></meter><b>${accuracy === null ? nothing : percent(accuracy)}</b></li>`;
}

customElements.define("tantrix-play-quality", TantrixPlayQuality);
