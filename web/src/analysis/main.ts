/**
 * `<tantrix-analysis>`: the analysis board. Any position can be set up and continued for all seats, with chosen or
 * random draws; what was tried is kept as variations. A robot suggests placements.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { copyText } from "../page/clipboard";
import { RequestError } from "../page/request";
import { readStudy, showPosition, tryPlacement } from "./api";
import { AnalysisConnection, analysisAddress } from "./connection";
import { extend, line, nodeAt, type Study, siblings, stepped, studyOf, visit } from "./study";
import {
  hintsOf,
  isThinking,
  lineHints,
  NO_SUGGESTIONS,
  received,
  type Suggestions,
  suggestionList,
} from "./suggestions";
import "../table/board";
import type {
  AnalysisServerMessage,
  BoardView,
  ClientMessage,
  ColourLetter,
  PositionView,
  StudyView,
  Suggested,
} from "../generated/protocol";
import { parseElement } from "../page/data";
import { GradualList } from "../page/gradual-list";
import { loadLanguage, t } from "../page/i18n";
import { icon } from "../page/icons";
import { messageId } from "../page/socket";
import { loadSettings, showSettings, showsNumbers } from "../settings/preferences";
import { dockRow, hintLine } from "../table/dock";
import { TablePage } from "../table/page";
import { playerBar } from "../table/player-panel";
import type { Step } from "../table/ply-steps";
import { laidAnnouncement, numberedSentence, promptSentence } from "../table/sentences";
import type { TableState } from "../table/state";
import * as table from "../table/state";
import { TurnInput } from "../table/turn-input";
import { TurnKeys } from "../table/turn-keys";
import { tilePicture } from "../tiles/draw";
import type { HintTile } from "../tiles/hint-tiles";
import { type Placement, parsePlacement } from "../tiles/placement";
import { placementText, tileColours, tileText } from "../tiles/text";
import { signed } from "./grades";

const RANDOM = "random";

export class TantrixAnalysis extends TablePage {
  static override properties = {
    study: { state: true },
    draw: { state: true },
    suggestions: { state: true },
    isSuggesting: { state: true },
    line: { state: true },
  };

  declare study: Study;
  /** The tile that the next placement draws, or `random`. */
  declare draw: string;
  declare suggestions: Suggestions;
  declare isSuggesting: boolean;
  /** The continuation under the pointer. */
  declare line: readonly string[] | null;

  #positions = new Map<string, PositionView>();
  #parts = new GradualList(this);
  #input = new TurnInput(this);
  #keys = new TurnKeys(this, this.#input, (to) => this.#step(to));
  #connection = new AnalysisConnection(analysisAddress(location), {
    message: (message) => this.#receive(message),
    lost: () => this.#lost(),
  });

  constructor() {
    super();
    this.study = studyOf(parseElement<StudyView>("study"), Number(this.getAttribute("data-ply") ?? 0));
    const board = parseElement<BoardView>("board");
    this.#positions.set(board.text, board.position);
    this.table = this.#tableOf(board.position, []);
    this.settings = loadSettings();
    this.draw = RANDOM;
    this.suggestions = NO_SUGGESTIONS;
    this.isSuggesting = false;
    this.line = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    showSettings(this.settings);
    const signal = this.untilRemoved;
    document.addEventListener("keydown", (event) => this.#keys.pressed(event), { signal });
    document.querySelector("#set-up-form")?.addEventListener("submit", (event) => this.#submitted(event), { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection.close();
  }

  override updated(changed: PropertyValues<this>): void {
    const before = changed.get("study") as Study | undefined;
    if (before && nodeAt(before).text !== nodeAt(this.study).text) void this.#look();
  }

  /** Arrow keys follow the line once there is one. */
  get isReplayOpen(): boolean {
    return line(this.study).length > 1;
  }

  // Positions.

  /** Show the position of the current node, and ask for suggestions if they are on. */
  async #look(): Promise<void> {
    const { text } = nodeAt(this.study);
    this.pointed = null;
    this.line = null;
    try {
      if (!this.#positions.has(text)) this.#positions.set(text, (await showPosition(text)).position);
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (nodeAt(this.study).text !== text) return;
    this.table = this.#tableOf(this.#positions.get(text) as PositionView, this.table.traced);
    if (!this.table.position.unseen.includes(Number(this.draw))) this.draw = RANDOM;
    if (this.isSuggesting) this.#ask();
  }

  #tableOf(view: PositionView, traced: readonly ColourLetter[]): TableState {
    const { laid } = nodeAt(this.study);
    const { game } = this.study;
    const isTried = laid.at(-1)?.seat != null;
    const position = { ...view, last_turn: isTried ? [laid.length - 1] : [] };
    return { ...table.localState(game, laid, position), traced };
  }

  #visit(at: number): void {
    this.message = null;
    this.study = visit(this.study, at);
    const laid = nodeAt(this.study).laid.at(-1);
    if (laid) this.announce(laidAnnouncement(this.study.game, laid));
  }

  #step(to: Step): void {
    this.#visit(stepped(this.study, to));
  }

  /** Try a placement, which a game would send to the server, as a variation. */
  send(message: ClientMessage): boolean {
    if (message.type === "place") void this.#place(message.placement);
    return true;
  }

  async #place(placement: string): Promise<void> {
    const { at } = this.study;
    const { position } = this.table;
    try {
      const board = await tryPlacement(nodeAt(this.study, at).text, placement, this.#drawn(position));
      this.#positions.set(board.text, board.position);
      this.message = null;
      this.study = extend(visit(this.study, at), board);
      const laid = nodeAt(this.study).laid.at(-1);
      if (laid) this.announce(laidAnnouncement(this.study.game, laid));
    } catch (error) {
      this.table = { ...this.table, pending: null };
      this.#fail(error);
    }
  }

  #drawn({ unseen }: PositionView): number | null {
    if (this.draw !== RANDOM && unseen.includes(Number(this.draw))) return Number(this.draw);
    return unseen[Math.floor(Math.random() * unseen.length)] ?? null;
  }

  async #setUp(text: string): Promise<void> {
    try {
      this.study = studyOf(await readStudy(text.trim()), 0);
      this.message = null;
      this.#dialog()?.close();
      await this.#look();
    } catch (error) {
      this.#fail(error);
      const note = document.querySelector(".set-up-note");
      if (note) note.textContent = this.message;
    }
  }

  async #copy(): Promise<void> {
    const { text } = nodeAt(this.study);
    if (await copyText(text)) this.message = t("Position copied.");
  }

  #fail(error: unknown): void {
    this.showError(error instanceof RequestError ? error.message : t("This position could not be fetched."));
  }

  // Suggestions.

  #receive(message: AnalysisServerMessage): void {
    if (message.type === "suggested") this.#suggested(message);
    else if (message.type === "refused") this.suggestions = { ...this.suggestions, refusal: message.detail };
  }

  #suggested(latest: Suggested): void {
    this.suggestions = received(this.suggestions, latest);
    const best = latest.judged[0];
    const placement = best && parsePlacement(best.placement);
    if (latest.is_done && placement && this.suggestions.latest === latest)
      this.announce(
        t("Best: {placement}, {margin}", { placement: placementText(placement), margin: signed(best.margin) }),
      );
  }

  #lost(): void {
    if (isThinking(this.suggestions)) this.suggestions = { ...this.suggestions, refusal: t("No connection.") };
  }

  #toggleSuggestions(): void {
    this.isSuggesting = !this.isSuggesting;
    if (this.isSuggesting) this.#ask();
    else this.#endSuggestions(NO_SUGGESTIONS);
  }

  #ask(): void {
    if (table.isOver(this.table)) {
      this.#endSuggestions({ ...NO_SUGGESTIONS, refusal: t("The game is over here.") });
      return;
    }
    const id = messageId();
    this.suggestions = { ...NO_SUGGESTIONS, requestId: id };
    this.#connection.send({ type: "suggest_for", id, position: nodeAt(this.study).text });
  }

  #endSuggestions(suggestions: Suggestions): void {
    this.suggestions = suggestions;
    this.#connection.send({ type: "stop" });
  }

  #stopThinking(): void {
    const latest = this.suggestions.latest && { ...this.suggestions.latest, is_done: true };
    this.#endSuggestions({ ...this.suggestions, latest, requestId: latest?.id ?? null });
  }

  #hints(): readonly HintTile[] {
    if (!this.isSuggesting || this.table.draft) return [];
    return this.line ? lineHints(this.line) : hintsOf(this.suggestions);
  }

  /** Set a suggested tile on the board. */
  #draft(placement: Placement): void {
    if (table.canPlay(this.table)) this.act({ ...this.table, draft: { ...placement, isSet: true } });
  }

  // Rendering.

  override render(): TemplateResult {
    const state = this.table;
    return html`
      <div class="table" @cell-hover=${(e: CustomEvent) => this.#input.hover(e.detail.cell)}
          @cell-focus=${(e: CustomEvent) => this.#input.pointAt(e.detail.cell)}
          @cell-tap=${(e: CustomEvent) => this.#input.tap(e.detail.cell, e.detail.pointerType)}
          @tile-turn=${(e: CustomEvent) => this.#input.turn(e.detail.step)} @tile-cancel=${() => this.#input.cancel()} @confirm=${() => this.#input.confirm()}>
        <section class="side" aria-label=${t("Players")}>
          <ul class="players">${state.game.seats.map((seat) =>
            playerBar(state, seat, seat.seat === state.position.to_play && !table.isOver(state), (colour) =>
              this.act(table.toggleTrace(state, colour)),
            ),
          )}</ul>
        </section>
        <tantrix-board .state=${state} .settings=${this.settings} .hiddenPly=${null} .hints=${this.#hints()} .refused=${this.refusal}></tantrix-board>
        <section class="dock" aria-label=${t("Tiles to play")}>${this.#dock(state)}</section>
        <section class="study" aria-label=${t("Analysis")}>${this.#side()}</section>
      </div>
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>`;
  }

  #dock(state: TableState): TemplateResult {
    const isEnd = table.isOver(state) && this.message === null && this.pointed === null;
    return html`${isEnd ? html`<p class="hint">${promptSentence(state)}</p>` : hintLine(this)}
      ${dockRow(state, this.#input)}
      ${this.#bar(state)}`;
  }

  #bar({ position }: TableState): TemplateResult {
    const step = (to: Step, label: string, keys: string) => html`<button type="button" class="round" aria-label=${label}
      title=${`${label} (${keys})`} aria-disabled=${stepped(this.study, to) === this.study.at ? "true" : "false"}
      @click=${() => this.#step(to)}>${icon(to)}</button>`;
    return html`<div class="study-bar" role="group" aria-label=${t("Line")}>
      ${step("first", t("First position"), "Home")} ${step("previous", t("Take back"), "[")}
      ${step("next", t("Forward one tile"), "]")} ${step("last", t("Last position"), "End")}
      ${position.unseen.length > 0 ? this.#drawField(position.unseen) : nothing}
    </div>`;
  }

  #drawField(unseen: readonly number[]): TemplateResult {
    return html`<label class="draw-field"><span>${t("Draw")}</span>
      <select name="draw" @change=${(event: Event) => {
        this.draw = (event.target as HTMLSelectElement).value;
      }}>
        <option value=${RANDOM} ?selected=${this.draw === RANDOM}>${t("by chance")}</option>
        ${unseen.map((tile) => html`<option value=${tile} ?selected=${this.draw === String(tile)}>${drawnText(tile)}</option>`)}
      </select></label>`;
  }

  #side(): TemplateResult {
    const gameAddress = this.getAttribute("data-game-url");
    return html`
      ${suggestionList(this.suggestions, this.isSuggesting, null, table.shownLaid(this.table), {
        toggle: () => this.#toggleSuggestions(),
        stop: () => this.#stopThinking(),
        choose: (placement) => this.#draft(placement),
        point: (line) => {
          this.line = line;
        },
      })}
      ${this.#lineList()}
      <div class="study-tools">
        <button type="button" @click=${() => this.#dialog()?.showModal()}>${t("Set up a position")}</button>
        <button type="button" @click=${() => void this.#copy()}>${t("Copy the position")}</button>
        ${gameAddress ? html`<a class="button" href=${gameAddress}>${t("To the game")}</a>` : nothing}
      </div>`;
  }

  /** Render the placements of the line, with a button where there are variations. */
  #lineList(): TemplateResult | typeof nothing {
    const nodes = line(this.study).slice(1);
    if (nodes.length === 0) return nothing;
    return html`<ol class="study-line" aria-label=${t("Line")}>${nodes
      .slice(0, this.#parts.shown(nodes.length))
      .map((at) => {
        const { laid } = nodeAt(this.study, at);
        const last = laid.at(-1);
        const others = siblings(this.study, at);
        return html`<li><button type="button" aria-current=${at === this.study.at ? "step" : "false"} @click=${() => this.#visit(at)}
          aria-label=${last ? numberedSentence(this.study.game, last) : ""}>${laid.length}${last ? tilePicture(last.tile, last.rotation) : nothing}</button>${
            others.length > 1 ? this.#fork(at, others) : nothing
          }</li>`;
      })}</ol>`;
  }

  #fork(at: number, others: readonly number[]): TemplateResult {
    const place = others.indexOf(at);
    const next = others[(place + 1) % others.length] ?? at;
    const values = { place: place + 1, n: others.length };
    return html`<button type="button" class="fork" aria-label=${t("Variation {place} of {n}: show the next", values)}
      title=${t("Variation {place} of {n}: show the next", values)} @click=${() => this.#visit(next)}>${place + 1}/${others.length}</button>`;
  }

  #submitted(event: Event): void {
    event.preventDefault();
    const text = document.querySelector<HTMLTextAreaElement>("#set-up-text")?.value ?? "";
    void this.#setUp(text);
  }

  #dialog(): HTMLDialogElement | null {
    return document.querySelector("#dialog-set-up");
  }
}

/** Name a tile by its colours; by its number as well if tiles show theirs. */
function drawnText(tile: number): string {
  return showsNumbers() ? tileText(tile) : tileColours(tile);
}

loadLanguage(document);
customElements.define("tantrix-analysis", TantrixAnalysis);
