/**
 * `<tantrix-game-analysis>`: below the replay of a finished game, the curve of the expected margin, the loss of each
 * placement, and suggestions for the position shown.
 *
 * Events: `analysis-ply` {ply} to show a ply, `analysis-hints` {hints} to show tiles on the board,
 * `analysis-announced` {sentence} to announce something.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type {
  Analysing,
  AnalysisServerMessage,
  AnalysisView,
  ChoiceView,
  GameView,
  StepView,
} from "../generated/protocol";
import { t } from "../page/i18n";
import { LightElement } from "../page/light-element";
import { robotName } from "../page/players/robot-names";
import { messageId } from "../page/socket";
import { showsNumbers } from "../settings/preferences";
import { seatName } from "../table/sentences";
import { shownLaid, type TableState } from "../table/state";
import { cellText } from "../tiles/hexes";
import type { HintTile } from "../tiles/hint-tiles";
import { parsePlacement } from "../tiles/placement";
import { readersMistake, summaryCards } from "./cards";
import { AnalysisConnection, analysisAddress } from "./connection";
import { gradeName, gradeSign, isError, plain, signed } from "./grades";
import { chartOf, curve, curveSentence, plyAt } from "./margin-curve";
import { whyBest, whyPlayed } from "./reasons";
import { placedText, stepTable, totalsTable } from "./step-table";
import {
  continuation,
  hintsOf,
  isThinking,
  lineHints,
  NO_SUGGESTIONS,
  received,
  type SuggestionListener,
  type Suggestions,
  suggestionList,
} from "./suggestions";

export class TantrixGameAnalysis extends LightElement {
  static override properties = {
    table: { attribute: false },
    analysis: { state: true },
    progress: { state: true },
    refusal: { state: true },
    suggestions: { state: true },
    isSuggesting: { state: true },
    onlyErrors: { state: true },
    width: { state: true },
    pointed: { state: true },
  };

  declare table: TableState;
  declare analysis: AnalysisView | null;
  declare progress: Analysing | null;
  /** Why there is no analysis. */
  declare refusal: string | null;
  declare suggestions: Suggestions;
  /** Whether suggestions are wanted. */
  declare isSuggesting: boolean;
  /** Whether the table lists mistakes only. */
  declare onlyErrors: boolean;
  /** The width of the curve in pixels. */
  declare width: number;
  /** The continuation under the pointer. */
  declare pointed: readonly string[] | null;

  #connection = new AnalysisConnection(analysisAddress(location), {
    message: (message) => this.#receive(message),
    lost: () => this.#lost(),
  });
  #resizeObserver = new ResizeObserver(([entry]) => {
    if (entry) this.width = Math.max(200, Math.round(entry.contentRect.width));
  });

  constructor() {
    super();
    this.analysis = null;
    this.progress = null;
    this.refusal = null;
    this.suggestions = NO_SUGGESTIONS;
    this.isSuggesting = false;
    this.onlyErrors = true;
    this.width = 320;
    this.pointed = null;
  }

  override firstUpdated(): void {
    const box = this.querySelector(".curve-box");
    if (box) this.#resizeObserver.observe(box);
    this.#connection.send({ type: "analyse", game: this.table.game.id });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizeObserver.disconnect();
    this.#connection.close();
    this.emit("analysis-hints", { hints: [] });
  }

  override updated(changed: PropertyValues<this>): void {
    const before = changed.get("table") as TableState | undefined;
    const hasMoved = changed.has("table") && before !== undefined && shownPly(before) !== this.#ply;
    if (hasMoved) this.pointed = null;
    if (hasMoved && this.isSuggesting) this.#ask();
    const causes = ["analysis", "suggestions", "isSuggesting", "pointed"] as const;
    if (hasMoved || causes.some((name) => changed.has(name))) this.#showHints();
  }

  get #ply(): number {
    return shownPly(this.table);
  }

  /** The placement that was made in the position shown. */
  get #step(): StepView | null {
    return this.analysis?.steps.find((step) => step.ply === this.#ply + 1) ?? null;
  }

  // Messages from the server.

  #receive(message: AnalysisServerMessage): void {
    switch (message.type) {
      case "analysing":
        this.progress = message;
        return;
      case "analysed":
        this.analysis = message.analysis;
        this.progress = null;
        this.emit("analysis-announced", { sentence: this.#summary(message.analysis) });
        this.#open(message.analysis);
        return;
      case "suggested":
        this.suggestions = received(this.suggestions, message);
        return;
      case "refused":
        this.#refused(message.id, message.detail);
    }
  }

  /** Begin with the biggest mistake, the reader's own if there is one, unless somebody has chosen a position. */
  #open(analysis: AnalysisView): void {
    const worst = readersMistake(analysis, this.table.game);
    if (worst && this.table.reviewPly === null) this.#go(worst.ply - 1);
  }

  #refused(id: string | null, detail: string): void {
    if (id !== null && id === this.suggestions.requestId) this.suggestions = { ...this.suggestions, refusal: detail };
    else this.refusal = detail;
    this.emit("analysis-announced", { sentence: detail });
  }

  #lost(): void {
    const sentence = t("No connection.");
    if (!this.analysis) this.refusal = sentence;
    if (isThinking(this.suggestions)) this.suggestions = { ...this.suggestions, refusal: sentence };
  }

  // Actions of the player.

  #again(): void {
    this.refusal = null;
    this.#connection.send({ type: "analyse", game: this.table.game.id });
  }

  #toggleSuggestions(): void {
    this.isSuggesting = !this.isSuggesting;
    if (this.isSuggesting) this.#ask();
    else this.#stop();
  }

  #ask(): void {
    const isAtEnd = this.#ply >= this.table.laid.length;
    this.suggestions = isAtEnd
      ? { ...NO_SUGGESTIONS, refusal: t("The game is over here.") }
      : { ...NO_SUGGESTIONS, requestId: messageId() };
    if (this.suggestions.requestId)
      this.#connection.send({
        type: "suggest_at",
        id: this.suggestions.requestId,
        game: this.table.game.id,
        ply: this.#ply,
      });
    else this.#connection.send({ type: "stop" });
  }

  #stop(): void {
    const latest = this.suggestions.latest && { ...this.suggestions.latest, is_done: true };
    this.suggestions = this.isSuggesting
      ? { ...this.suggestions, latest, requestId: latest?.id ?? null }
      : NO_SUGGESTIONS;
    this.#connection.send({ type: "stop" });
  }

  #go(ply: number): void {
    this.emit("analysis-ply", { ply: Math.min(Math.max(ply, 0), this.table.laid.length) });
  }

  #pointed(event: PointerEvent): void {
    if (!this.analysis || event.buttons !== 1) return;
    const box = (event.currentTarget as Element).getBoundingClientRect();
    this.#go(plyAt(chartOf(this.analysis, this.width), event.clientX - box.left));
  }

  #keyed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = {
      ArrowLeft: this.#ply - 1,
      ArrowRight: this.#ply + 1,
      ArrowDown: this.#ply - 1,
      ArrowUp: this.#ply + 1,
    };
    const far = { Home: 0, End: this.table.laid.length, PageUp: this.#ply + 10, PageDown: this.#ply - 10 };
    const ply = ({ ...to, ...far } as Record<string, number>)[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    this.#go(ply);
  }

  #showHints(): void {
    this.emit("analysis-hints", { hints: this.#hints() });
  }

  /** Return the continuation that is pointed at, the robot's suggestions, or what was played and a better placement. */
  #hints(): HintTile[] {
    if (this.pointed) return lineHints(this.pointed);
    if (this.isSuggesting && this.suggestions.latest) return hintsOf(this.suggestions);
    const { choice, placement } = this.#step ?? {};
    if (!choice || !placement || !isError(choice.grade)) return [];
    const [better, played] = [parsePlacement(choice.best.placement), parsePlacement(placement)];
    return [
      ...(better ? [{ placement: better, label: "✓", kind: "best" as const, words: worth(choice) }] : []),
      ...(played ? [{ placement: played, label: gradeSign(choice.grade), kind: "played" as const }] : []),
    ];
  }

  // Rendering.

  override render(): TemplateResult {
    return html`<section class="analysis" aria-label=${t("Analysis")}>
      ${this.#head()}
      ${this.analysis ? summaryCards(this.analysis, this.table.game, (ply) => this.#go(ply)) : nothing}
      <div class="analysis-curve">
        <div class="curve-box">${this.analysis ? this.#curve(this.analysis) : this.#waiting()}</div>
        <p class="analysis-note">${this.#note()}</p>
      </div>
      <div class="analysis-side">
        ${this.isSuggesting ? nothing : this.#instead()}
        ${suggestionList(this.suggestions, this.isSuggesting, this.#step?.placement ?? null, shownLaid(this.table), this.#listener)}
      </div>
      ${this.analysis ? this.#tables(this.analysis) : this.#fromHere()}
    </section>`;
  }

  /** Name the game: who played, and how it ended if the tiles decided. */
  #head(): TemplateResult {
    const { game, position } = this.table;
    const isCounted = position.outcome?.termination === "played-out";
    const score = isCounted ? game.seats.map(({ seat }) => position.outcome?.scores[seat]).join(" : ") : "";
    return html`<header class="analysis-head"><h2>${game.seats.map(({ name }) => name).join(" – ")}</h2><p>${score}</p></header>`;
  }

  #listener: SuggestionListener = {
    toggle: () => this.#toggleSuggestions(),
    stop: () => this.#stop(),
    choose: (placement) => this.emit("analysis-hints", { hints: [{ placement, label: "•", kind: "best" }] }),
    point: (line) => {
      this.pointed = line;
    },
  };

  /** Show what would have been better than the placement made here, beside it. */
  #instead(): TemplateResult | typeof nothing {
    const { choice } = this.#step ?? {};
    if (!choice || !isError(choice.grade)) return nothing;
    const laid = shownLaid(this.table);
    return html`<h3>${t("Instead")}</h3><ol class="advice-list">
      ${continuation(choice.best, "✓", t("better"), laid, this.#listener)}
      ${continuation(choice.played, gradeSign(choice.grade), t("played"), laid, this.#listener)}</ol>`;
  }

  #curve(analysis: AnalysisView): TemplateResult {
    const { game, laid } = this.table;
    return html`<div class="curve-slider" role="slider" tabindex="0" aria-label=${t("Expected margin")} aria-valuemin="0"
        aria-valuemax=${laid.length} aria-valuenow=${this.#ply} aria-valuetext=${curveSentence(analysis, game, this.#ply)}
        @keydown=${(event: KeyboardEvent) => this.#keyed(event)}
        @pointerdown=${(event: PointerEvent) => this.#pointed(event)} @pointermove=${(event: PointerEvent) => this.#pointed(event)}>
      ${curve(analysis, game, chartOf(analysis, this.width), this.#ply)}
    </div>`;
  }

  #waiting(): TemplateResult {
    if (this.refusal) {
      return html`<div class="analysis-waiting"><p>${this.refusal}</p>
        <button type="button" @click=${() => this.#again()}>${t("Try again")}</button></div>`;
    }
    const { done = 0, total = 1, ahead = 0 } = this.progress ?? {};
    const label = ahead > 0 ? t("Waiting, {n} games ahead…", { n: ahead }) : t("Analysing the game…");
    return html`<div class="analysis-waiting"><label for="analysis-progress">${label}</label>
      <progress id="analysis-progress" max=${total} value=${done}></progress></div>`;
  }

  /** Say who is ahead, what was played here, and what would have been better. */
  #note(): string {
    if (!this.analysis) return "";
    const standing = `${curveSentence(this.analysis, this.table.game, this.#ply)}.`;
    const { choice } = this.#step ?? {};
    if (!this.#step || !choice) return standing;
    const values = { grade: gradeName(choice.grade), loss: plain(choice.loss) };
    const what = isError(choice.grade) ? t("{grade}, {loss} points lost", values) : values.grade;
    const played = `${placedWords(this.#step, this.table.game)}: ${what}.`;
    const why = whyPlayed(choice);
    return [standing, played, why, isError(choice.grade) ? better(choice) : "", missed(choice)]
      .filter(Boolean)
      .join(" ");
  }

  #fromHere(): TemplateResult {
    const address = `/analysis?game=${this.table.game.id}&ply=${this.#ply}`;
    return html`<a class="button" href=${address}>${t("Analyse from here")}</a>`;
  }

  #tables(analysis: AnalysisView): TemplateResult {
    return html`<div class="analysis-tables">
      ${totalsTable(analysis, this.table.game)}
      <div class="tables-head"><label class="only-errors"><input type="checkbox" .checked=${this.onlyErrors}
        @change=${(event: Event) => {
          this.onlyErrors = (event.target as HTMLInputElement).checked;
        }}> ${t("Mistakes only")}</label>
        ${this.#fromHere()}</div>
      ${stepTable(analysis, this.table.game, this.onlyErrors, this.#ply, (ply) => this.#go(ply))}
      <p class="analysis-judge">${t("Judged by the robot {robot}. Points are the expected margin at the end of the game.", { robot: robotName(analysis.robot) })}</p>
    </div>`;
  }

  #summary(analysis: AnalysisView): string {
    const parts = analysis.seats.map((totals) => {
      const name = seatName(this.table.game, totals.seat);
      const { mistake = 0, blunder = 0 } = totals.grades;
      return t("{name}: mistakes {mistakes}, blunders {blunders}, luck {luck}", {
        name,
        mistakes: mistake,
        blunders: blunder,
        luck: signed(totals.luck),
      });
    });
    return `${t("The analysis is ready.")} ${parts.join("; ")}.`;
  }
}

/** Say what the better place was worth and what it does, and the loop that it would have closed. */
function worth(choice: ChoiceView): string {
  const points = t("{n} points better", { n: plain(choice.loss) });
  return [`${points}.`, whyBest(choice), missed(choice)].filter(Boolean).join(" ");
}

function better({ best }: ChoiceView): string {
  const placement = parsePlacement(best.placement);
  if (!placement) return "";
  if (!showsNumbers()) return t("The board shows the better place.");
  const { tile, cell, rotation } = placement;
  return t("Better: tile {tile} at {cell}, rotation {rotation}.", { tile, cell: cellText(cell), rotation });
}

/** Say whose placement it was, with tile and cell if numbers are on. */
function placedWords(step: StepView, game: GameView): string {
  return showsNumbers() ? placedText(step, game) : seatName(game, step.seat);
}

function missed({ missed_loop: loop }: ChoiceView): string {
  return loop ? t("A loop of {score} points could have been closed.", { score: loop.score }) : "";
}

function shownPly(table: TableState): number {
  return table.reviewPly ?? table.laid.length;
}

customElements.define("tantrix-game-analysis", TantrixGameAnalysis);
