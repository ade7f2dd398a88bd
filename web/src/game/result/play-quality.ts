/**
 * `<tantrix-play-quality>`: how well everybody played, the player's best placement and missed loop. It asks the server
 * for the analysis once the winning line has been drawn, for players only.
 *
 * Event: `learn`, to go through the player's mistakes.
 */
import { html, nothing, type TemplateResult } from "lit";
import { AnalysisConnection, analysisAddress } from "../../analysis/connection";
import { percent, plain } from "../../analysis/grades";
import type { AnalysisServerMessage, AnalysisView, StepView } from "../../generated/protocol";
import { t, tn } from "../../page/i18n";
import { LightElement } from "../../page/light-element";
import { face } from "../../page/players/face";
import type { TableState } from "../../table/state";
import { tilePicture } from "../../tiles/draw";
import { parsePlacement } from "../../tiles/placement";
import { mistakesOf } from "../mistakes";

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
    if (this.table.game.seats.some((seat) => seat.is_mine))
      this.#timer = window.setTimeout(() => this.#ask(), AFTER_THE_LINE_MS);
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

  override render(): TemplateResult | typeof nothing {
    if (!this.analysis)
      return this.isAsked ? html`<p class="quiet" role="status">${t("Working out the accuracy…")}</p>` : nothing;
    const n = mistakesOf(this.analysis, this.table).length;
    return html`${this.#accuracies(this.analysis)}
      <div class="highlights">${this.#best(this.analysis)}${this.#missed(this.analysis)}</div>
      ${
        n > 0
          ? html`<button type="button" class="learn-button" @click=${() => this.emit("learn")}>${tn("Learn from {n} mistake", "Learn from {n} mistakes", n)}</button>`
          : nothing
      }`;
  }

  #accuracies(analysis: AnalysisView): TemplateResult {
    return html`<p class="strip-label">${t("Accuracy")}</p><ul class="accuracies">${analysis.seats.map(
      ({ seat, accuracy }) => {
        const one = this.table.game.seats[seat];
        if (!one || accuracy === null) return nothing;
        return html`<li>${face(one.account ?? one.name, one.robot, one.badge?.face, one.colour)}<span>${one.name}</span>
        <meter class="meter-${one.colour}" min="0" max="1" .value=${accuracy} aria-hidden="true"></meter><b>${percent(accuracy)}</b></li>`;
      },
    )}</ul>`;
  }

  #mine(analysis: AnalysisView): StepView[] {
    return analysis.steps.filter((step) => step.choice && this.table.game.seats[step.seat]?.is_mine);
  }

  /** Show the placement that was the best of the largest choice, if the player chose well in the whole game. */
  #best(analysis: AnalysisView): TemplateResult | typeof nothing {
    const mine = this.#mine(analysis);
    const isEarned = mine.some(({ seat }) => (analysis.seats[seat]?.accuracy ?? 0) >= PRAISED_FROM);
    if (!isEarned) return nothing;
    const best = mine
      .filter((step) => step.choice?.grade === "best")
      .sort((a, b) => (b.choice?.n_placements ?? 0) - (a.choice?.n_placements ?? 0))[0];
    if (!best?.choice) return nothing;
    return highlight(
      best.placement,
      t("Best move"),
      tn("The best of {n} possible move", "The best of {n} possible moves", best.choice.n_placements),
    );
  }

  #missed(analysis: AnalysisView): TemplateResult | typeof nothing {
    const loops = this.#mine(analysis).flatMap(({ choice }) => choice?.missed_loop ?? []);
    const worst = loops.sort((a, b) => b.loss - a.loss)[0];
    if (!worst) return nothing;
    const words = t("A loop of {score}, {loss} points lost", { score: worst.score, loss: plain(worst.loss) });
    return highlight(worst.placement, t("Missed"), words);
  }
}

function highlight(text: string, title: string, words: string): TemplateResult | typeof nothing {
  const placement = parsePlacement(text);
  if (!placement) return nothing;
  return html`<p class="highlight">${tilePicture(placement.tile, placement.rotation)}<span><small>${title}</small><b>${words}</b></span></p>`;
}

customElements.define("tantrix-play-quality", TantrixPlayQuality);
