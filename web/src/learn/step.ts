/**
 * `<tantrix-learn-step>`: a position of a lesson, with board, rack and keys of the game. Unlike in the game, a tile may
 * be laid where it is illegal: it flies back, and the event `learn-answered` says why.
 *
 * Events: `learn-answered` {sentence, kind}, `learn-done` {sentence}.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import "../table/board";
import type { ClientMessage, LessonStep, VerdictName } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { swatch } from "../page/players/swatch";
import { play } from "../page/sounds";
import { ask } from "../rules/ask";
import type { LocalBoard } from "../rules/position";
import { prefersReducedMotion } from "../settings/preferences";
import { dockRow } from "../table/dock";
import { TablePage } from "../table/page";
import type { Aiming, TableState } from "../table/state";
import * as table from "../table/state";
import { fly, spotOf } from "../tiles/flight";
import type { HintTile } from "../tiles/hint-tiles";
import { type Placement, parsePlacement, printPlacement } from "../tiles/placement";
import { areAllRefused, checked } from "./checker";
import { withMarks } from "./marks";
import "../table/text/board";
import { hintFor, promptSentence } from "../table/sentences";
import { TurnInput } from "../table/turn-input";
import { TurnKeys } from "../table/turn-keys";
import { verdictSentence } from "../table/verdicts";

export class TantrixLearnStep extends TablePage {
  static override properties = {
    step: { attribute: false },
    settings: { attribute: false },
    isTextOpen: { attribute: false },
    shown: { state: true },
  };

  declare step: LessonStep;
  declare isTextOpen: boolean;
  /** The placement that the player asked to be shown. */
  declare shown: Placement | null;
  readonly isReplayOpen = false;

  #input = new TurnInput(this);
  #keys = new TurnKeys(this, this.#input, () => undefined);

  constructor() {
    super();
    this.isTextOpen = false;
    this.shown = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", (event) => this.#keys.pressed(event), { signal: this.untilRemoved });
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("step")) this.#begin();
  }

  #begin(): void {
    this.pointed = null;
    this.message = null;
    this.shown = null;
    this.table = this.#tableOf(this.step.board, this.step.turns_freely ? "any" : "fitting");
  }

  #tableOf(board: LocalBoard, aiming: Aiming): TableState {
    const { laid } = board;
    const isBefore = board === this.step.board;
    const position = { ...withMarks(board.position, this.step.marks), last_turn: isBefore ? [] : [laid.length - 1] };
    return { ...table.localState(this.step.game, laid, position), aiming };
  }

  /** Point out a placement that does what is asked: a ghost on its space, a ring there and at its tile. */
  async show(): Promise<void> {
    const [text] = [...this.step.expected, ...this.step.board.position.placements];
    this.shown = text ? parsePlacement(text) : null;
    await this.settled();
    if (this.shown) await this.board().goTo(this.shown.cell);
  }

  // Placements.

  /** Show a new state; a tile set where it may not lie in any rotation is refused without asking to place it. */
  override act(after: TableState): void {
    super.act(after);
    const { draft, pending } = after;
    if (!draft?.isSet || !draft.cell || pending || this.step.turns_freely) return;
    const { tile, cell } = draft;
    const rotations = table.aimRotations(after, tile, cell);
    const texts = rotations.map((rotation) => printPlacement({ tile, cell, rotation }));
    if (areAllRefused(this.step, texts)) this.#input.confirm();
  }

  /** Check a placement, which a game would send to the server. */
  send(message: ClientMessage): boolean {
    const placement = message.type === "place" ? parsePlacement(message.placement) : null;
    if (message.type === "place" && placement) void this.#check(placement, message.placement);
    return true;
  }

  async #check(placement: Placement, text: string): Promise<void> {
    const result = checked(this.step, text);
    if (result.kind === "done" && result.reason === null) await this.#lay(text);
    else await this.#flyBack(placement);
    if (result.kind === "elsewhere") this.#answer(this.step.nudge, "nudge");
    else if (result.kind === "refused") this.#answer(verdictSentence(result.reason), "refused");
    else if (result.reason) this.#succeed(result.reason);
  }

  async #lay(text: string): Promise<void> {
    const { step } = this;
    try {
      const { laid, position } = step.board;
      const colours = step.game.seats.map((seat) => seat.colour);
      const isExact = step.game.rules.includes("exactly-three");
      const table = { colours, isExact, laid, position };
      const board = await ask("place", { table, placement: text, draw: step.draw });
      if (this.step !== step) return;
      const colour = step.game.seats[step.board.position.to_play]?.colour;
      const isOfLines = step.goal === "lengthen" || step.goal === "loop" || step.goal === "spot";
      this.table = { ...this.#tableOf(board, "none"), traced: isOfLines && colour ? [colour] : [] };
      play("lay");
      this.#succeed(null);
    } catch {
      this.table = { ...this.table, pending: null };
      this.#answer(t("No connection."), "refused");
    }
  }

  #succeed(reason: VerdictName | null): void {
    const { praise } = this.step;
    this.table = { ...this.table, aiming: "none" };
    const sentence = reason ? `${verdictSentence(reason)} ${praise}` : praise;
    this.textBoard()?.log([sentence]);
    this.emit("learn-done", { sentence, isRefusal: reason !== null });
  }

  /** Return the tile to the rack. */
  async #flyBack({ tile, cell, rotation }: Placement): Promise<void> {
    play("refused");
    const from = this.board().boxOf(cell);
    this.table = { ...this.table, pending: null, draft: null };
    await this.updateComplete;
    const to = spotOf(this.querySelector(`.rack [data-tile="${tile}"]`));
    if (to && !prefersReducedMotion(this.settings)) void fly(tile, rotation, from, to);
  }

  #answer(sentence: string, kind: "nudge" | "refused"): void {
    this.textBoard()?.log([sentence]);
    this.emit("learn-answered", { sentence, kind });
  }

  // Rendering.

  override render(): TemplateResult | typeof nothing {
    const { shown, step } = this;
    const isOpen = this.table.aiming !== "none";
    const ring = isOpen ? (shown?.cell ?? step.ring) : null;
    const hints: HintTile[] = isOpen && shown ? [{ placement: shown, label: "", kind: "best" }] : [];
    return html`<div class="lesson-table" @cell-hover=${(e: CustomEvent) => this.#input.hover(e.detail.cell)}
        @cell-focus=${(e: CustomEvent) => this.#input.pointAt(e.detail.cell)}
        @cell-tap=${(e: CustomEvent) => this.#input.tap(e.detail.cell, e.detail.pointerType)}
        @tile-turn=${(e: CustomEvent) => this.#input.turn(e.detail.step)} @tile-cancel=${() => this.#input.cancel()} @confirm=${() => this.#input.confirm()}
        @text-place=${(e: CustomEvent) => this.#input.place(e.detail)}>
      ${this.#score()}
      <tantrix-board .state=${this.table} .settings=${this.settings} .hiddenPly=${null} .ring=${ring} .hints=${hints} .refused=${this.refusal}></tantrix-board>
      <section class="dock" aria-label=${t("Your hand")}>
        <p class="hint ${this.message ? "problem" : ""}">${this.message ?? this.#hint()}</p>
        ${dockRow(this.table, this.#input, isOpen ? (shown?.tile ?? step.ring_tile) : null)}
      </section>
      ${this.isTextOpen ? html`<tantrix-text-board .state=${this.table}></tantrix-text-board>` : nothing}
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>
    </div>`;
  }

  /** Render the player's score, with an animation if it has grown. */
  #score(): TemplateResult | typeof nothing {
    const seat = this.step.game.seats.find((one) => one.is_mine);
    if (!seat) return nothing;
    const before = this.step.board.position.scores[seat.seat] ?? 0;
    const n = this.table.position.scores[seat.seat] ?? 0;
    const words = tn("Your score: {n} point", "Your score: {n} points", n);
    return html`<p class="line-score ${n > before ? "grown" : ""}" title=${words}>${swatch(seat.colour)}<b aria-hidden="true">${n}</b>
      <span class="visually-hidden">${words}</span></p>`;
  }

  /**
   * Return the hint: the task is in the text of the lesson; this is about the selected tile or the space pointed at.
   */
  #hint(): string {
    const { draft, aiming } = this.table;
    if (aiming === "none") return "";
    const found = this.pointed && !draft?.isSet ? hintFor(this.table, this.pointed) : null;
    return found ?? (draft ? promptSentence(this.table) : "");
  }
}

customElements.define("tantrix-learn-step", TantrixLearnStep);
