/**
 * `<tantrix-mistake-trainer>`: each mistake of a finished game again, as a puzzle: find a better place, compare, continue.
 * The board, the rack and the keys are those of the game; nothing is sent to the table.
 *
 * Event: `mistakes-left`, back to the result.
 */
import { html, nothing, type TemplateResult } from "lit";
import { AnalysisConnection, analysisAddress } from "../analysis/connection";
import { plain } from "../analysis/grades";
import { whyBest, whyPlayed } from "../analysis/reasons";
import { comparison } from "../analysis/suggestions";
import "../table/board";
import type {
  AnalysisServerMessage,
  AnalysisView,
  ClientMessage,
  JudgedView,
  PositionView,
} from "../generated/protocol";
import { t } from "../page/i18n";
import { messageId } from "../page/socket";
import { play } from "../page/sounds";
import { dockRow, hintLine } from "../table/dock";
import { TablePage } from "../table/page";
import { smallRack } from "../table/rack";
import type { TableState } from "../table/state";
import * as table from "../table/state";
import { TurnInput } from "../table/turn-input";
import { TurnKeys } from "../table/turn-keys";
import type { HintTile } from "../tiles/hint-tiles";
import { parsePlacement } from "../tiles/placement";
import { judge, type Mistake, mistakesOf, type Verdict } from "./mistakes";

export class TantrixMistakeTrainer extends TablePage {
  static override properties = {
    game: { attribute: false },
    positionAt: { attribute: false },
    settings: { attribute: false },
    at: { state: true },
    tried: { state: true },
    verdict: { state: true },
    mistakes: { state: true },
  };

  /** The finished game. */
  declare game: TableState;
  /** Fetches the position at a ply. */
  declare positionAt: (ply: number) => Promise<PositionView>;
  /** Which mistake is shown. */
  declare at: number;
  declare tried: string | null;
  declare verdict: Verdict | "shown" | null;
  declare mistakes: readonly Mistake[];
  readonly isReplayOpen = false;

  #input = new TurnInput(this);
  #keys = new TurnKeys(this, this.#input, () => undefined);
  #judged: readonly JudgedView[] = [];
  #requestId = "";
  #connection = new AnalysisConnection(analysisAddress(location), {
    message: (message) => this.#receive(message),
    lost: () => undefined,
  });

  constructor() {
    super();
    this.at = 0;
    this.tried = null;
    this.verdict = null;
    this.mistakes = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.table = this.game;
    document.addEventListener("keydown", (event) => this.#keys.pressed(event), { signal: this.untilRemoved });
    this.#connection.send({ type: "analyse", game: this.game.game.id });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection.close();
  }

  #receive(message: AnalysisServerMessage): void {
    if (message.type === "analysed") this.#begin(message.analysis);
    if (message.type === "suggested" && message.id === this.#requestId) this.#judged = message.judged;
    if (message.type === "refused" && this.mistakes.length === 0) this.showError(message.detail);
  }

  #begin(analysis: AnalysisView): void {
    this.mistakes = mistakesOf(analysis, this.game);
    if (this.mistakes.length > 0) void this.#show(0);
    else this.emit("mistakes-left");
  }

  get #mistake(): Mistake | undefined {
    return this.mistakes[this.at];
  }

  /** Show the position before a mistake, and ask what the robot thinks of the other places. */
  async #show(n: number): Promise<void> {
    const mistake = this.mistakes[n];
    if (!mistake) return;
    const ply = mistake.ply - 1;
    const position = await this.positionAt(ply);
    this.at = n;
    this.tried = null;
    this.verdict = null;
    this.table = { ...table.localState(this.game.game, this.game.laid.slice(0, ply), position), connection: "live" };
    this.#judged = [];
    this.#requestId = messageId();
    this.#connection.send({ type: "suggest_at", id: this.#requestId, game: this.game.game.id, ply });
    await this.updateComplete;
    scrollTo({ top: 0 }); // on a phone one has read on to the buttons below the board
    this.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }

  /** Judge a placement, which a game would send to the server. */
  send(message: ClientMessage): boolean {
    const mistake = this.#mistake;
    if (message.type !== "place" || !mistake) return true;
    this.tried = message.placement;
    this.verdict = judge(mistake, message.placement, this.#judged);
    const isFound = this.verdict === "best" || this.verdict === "good";
    play(isFound ? "cheer" : "refused");
    this.table = { ...this.table, pending: null, draft: null, aiming: isFound ? "none" : "legal" };
    this.announce(this.#words());
    return true;
  }

  #giveUp(): void {
    this.verdict = "shown";
    this.table = { ...this.table, draft: null, aiming: "none" };
    this.announce(this.#words());
  }

  /** Return the ghosts on the board: the old placement, the last try, and once it is found the best place. */
  #hints(): HintTile[] {
    const mistake = this.#mistake;
    if (!mistake) return [];
    const isOpen = this.#isSolved;
    const ghost = (text: string | null, label: string, kind: HintTile["kind"]) => {
      const placement = text === null ? null : parsePlacement(text);
      return placement ? [{ placement, label, kind }] : [];
    };
    return [
      ...(isOpen ? ghost(mistake.choice.best.placement, "✓", "best") : []),
      ...(this.table.draft ? [] : ghost(this.tried, "•", "other")),
      ...(this.table.draft ? [] : ghost(mistake.placement, "?", "played")),
    ];
  }

  #title(): string {
    switch (this.verdict) {
      case null:
      case "played":
        return t("Find a better place");
      case "best":
      case "good":
        return t("That's it: +{n}", { n: plain(this.#mistake?.choice.loss ?? 0) });
      case "shown":
        return t("The better place");
      default:
        return t("Not yet");
    }
  }

  #words(): string {
    const loss = plain(this.#mistake?.choice.loss ?? 0);
    switch (this.verdict) {
      case "best":
        return t("The best place of all. Your move lost {loss} points.", { loss });
      case "good":
        return t("As good as the best place. Your move lost {loss} points.", { loss });
      case "played":
        return t("That is the move that you played.");
      case "worse":
        return t("Better places are left. Try another one.");
      case "unknown":
        return t("That is not among the best places. Try another one.");
      case "shown":
        return t("The tile with the check mark is worth {loss} points more.", { loss });
      default:
        return t("Your turn again: the same board, the same tiles. The dotted tile is what you played.");
    }
  }

  /** Whether the better place is found or shown. */
  get #isSolved(): boolean {
    return this.verdict === "best" || this.verdict === "good" || this.verdict === "shown";
  }

  override render(): TemplateResult {
    const seat = table.dockedSeat(this.table);
    const opponents = this.game.game.seats.filter((one) => one !== seat && !one.is_mine);
    return html`<div class="table learning" @cell-hover=${(e: CustomEvent) => this.#input.hover(e.detail.cell)}
        @cell-focus=${(e: CustomEvent) => this.#input.pointAt(e.detail.cell)}
        @cell-tap=${(e: CustomEvent) => this.#input.tap(e.detail.cell, e.detail.pointerType)}
        @tile-turn=${(e: CustomEvent) => this.#input.turn(e.detail.step)} @tile-cancel=${() => this.#input.cancel()} @confirm=${() => this.#input.confirm()}>
        <tantrix-board .state=${this.table} .settings=${this.settings} .hints=${this.#hints()} .refused=${this.refusal}></tantrix-board>
        <section class="dock" aria-label=${t("Your hand")}>${this.#isSolved ? html`<p class="hint"></p>` : hintLine(this)}${dockRow(this.table, this.#input)}</section>
        <section class="side outcome trainer" aria-label=${t("Learn from your mistakes")}>
          <header class="result-field ${this.verdict === "best" || this.verdict === "good" ? "field-G" : "field-none"}">
            <progress max=${Math.max(1, this.mistakes.length)} value=${this.at + (this.#isSolved ? 1 : 0)} aria-label=${t("Mistakes")}></progress>
            <h2 tabindex="-1">${this.mistakes.length === 0 ? t("Looking for the mistakes…") : this.#title()}</h2>
            <p>${this.mistakes.length === 0 ? "" : this.#words()}</p>
          </header>
          <div class="result-body">
            <p class="strip-label">${t("{n} of {all}", { n: Math.min(this.at + 1, this.mistakes.length), all: this.mistakes.length })}</p>
            ${opponents.map((one) => html`<p class="opponent-hand"><span class="strip-label">${t("{name} held", { name: one.name })}</span>${smallRack(this.table, one.seat)}</p>`)}
            ${this.#isSolved ? this.#instead() : this.#played()}
            ${this.#buttons()}
          </div>
        </section>
      </div>
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>`;
  }

  /** Say what the reader's move did, as far as that is a reason. */
  #played(): TemplateResult | typeof nothing {
    const why = this.#mistake ? whyPlayed(this.#mistake.choice) : "";
    return why ? html`<p><span class="strip-label">${t("You played here.")}</span><br>${why}</p>` : nothing;
  }

  /** Show the better place beside the one that was played, each with what may follow. */
  #instead(): TemplateResult | typeof nothing {
    const choice = this.#mistake?.choice;
    if (!choice) return nothing;
    const laid = this.table.laid.slice(0, (this.#mistake?.ply ?? 1) - 1);
    const listener = { choose: () => undefined, point: () => undefined };
    const why = whyBest(choice);
    return html`${why ? html`<p>${why}</p>` : nothing}${comparison(choice, laid, listener)}`;
  }

  #buttons(): TemplateResult {
    const isOpen = this.#isSolved;
    const isLast = this.at + 1 >= this.mistakes.length;
    const leave = () => this.emit("mistakes-left");
    return html`<div class="outcome-buttons">
      ${
        isLast && isOpen
          ? html`<button type="button" class="primary" @click=${leave}>${t("Done")}</button>`
          : html`<button type="button" class=${isOpen ? "primary" : ""} @click=${isLast ? leave : () => void this.#show(this.at + 1)}>${isOpen ? t("Next mistake") : t("Skip this one")}</button>`
      }
      ${
        isOpen
          ? html`<button type="button" @click=${() => void this.#show(this.at)}>${t("Try it again")}</button>`
          : html`<button type="button" ?disabled=${this.mistakes.length === 0} @click=${() => this.#giveUp()}>${t("Show me")}</button>`
      }
      ${isLast && isOpen ? nothing : html`<button type="button" class="quiet-button" @click=${leave}>${t("Back to the result")}</button>`}
    </div>`;
  }
}

customElements.define("tantrix-mistake-trainer", TantrixMistakeTrainer);
