/**
 * `<tantrix-game>`: the page of a game. It holds the one state, takes what the server and the person say,
 * and hands the state down to be drawn.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { Announcer } from "./announce";
import "./board";
import type { TantrixBoard } from "./board";
import { type DialogName, dialog, resignBody } from "./dialogs";
import { followDrag } from "./drag";
import { icon } from "./draw";
import { fairnessText } from "./fairness";
import { fly, type Spot, slipIn, spotOf } from "./flight";
import { type Cell, isSameCell } from "./hexes";
import type { HintTile } from "./hint-tiles";
import { speakAsThePage, t, tn } from "./i18n";
import { type Command, commandOf, cycled } from "./keyboard";
import { legalCells, legalRotations } from "./legal";
import { otherTraces, playerCard, unseenTable } from "./panel";
import { type Placement, printPlacement } from "./placement";
import type { ColourLetter, LaidView, Placed, ServerMessage, Welcome } from "./protocol";
import { largeRack } from "./rack";
import { askedPly, Positions, replayBar, type Step, steppedPly } from "./replay";
import { loadSettings, mustConfirm, mustKeepStill, type Settings, saveSettings, showSettings } from "./settings";
import { settingsBody } from "./settings-dialog";
import { messageId, socketAddress, TableSocket } from "./socket";
import * as table from "./state";
import { isOver, type TableState } from "./state";
import "./text-board";
import type { TantrixTextBoard } from "./text-board";
import { toolBar } from "./tools";
import { askSentence, hintFor, laidSentence, outcomeSentence, passedSentences } from "./words";

export class TantrixGame extends LitElement {
  static override properties = {
    table: { state: true },
    settings: { state: true },
    pointed: { state: true },
    notice: { state: true },
    hiddenPly: { state: true },
    isReplayOpen: { state: true },
    isTextOpen: { state: true },
    isAnalysisOpen: { state: true },
    hints: { state: true },
  };

  declare table: TableState;
  declare settings: Settings;
  /** The cell under the mouse or the focus. */
  declare pointed: Cell | null;
  /** Something that went wrong, in words. */
  declare notice: string | null;
  /** The ply whose tile is in flight. */
  declare hiddenPly: number | null;
  declare isReplayOpen: boolean;
  declare isTextOpen: boolean;
  declare isAnalysisOpen: boolean;
  /** Tiles that the analysis shows on the board. */
  declare hints: readonly HintTile[];

  #socket: TableSocket;
  #positions: Positions;
  #announcer = new Announcer(() => this.querySelector(".announcements"));
  #inbox: ServerMessage[] = [];
  #isTaking = false;
  #hadFocus = false;
  #stop = new AbortController();

  constructor() {
    super();
    const welcome = JSON.parse(document.getElementById("welcome")?.textContent ?? "null") as Welcome;
    this.table = table.stateOf(welcome);
    this.settings = loadSettings();
    this.pointed = null;
    this.notice = null;
    this.hiddenPly = null;
    this.isTextOpen = false;
    this.isAnalysisOpen = false;
    this.hints = [];
    this.isReplayOpen = welcome.position.phase === "over";
    this.#positions = new Positions(welcome.game.id);
    this.#socket = new TableSocket(socketAddress(location, welcome.game.id), {
      message: (message) => this.#enqueue(message),
      connection: (connection) => {
        this.table = { ...this.table, connection };
      },
      unacknowledged: () => this.table.pending,
    });
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    showSettings(this.settings);
    const { signal } = this.#stop;
    document.addEventListener("keydown", (event) => this.#keyed(event), { signal });
    addEventListener("online", () => this.#socket.hurry(), { signal });
    document.addEventListener("pointerdown", (event) => this.#closeMenu(event.target as Node), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.#socket.hurry(), { signal });
    this.#socket.open();
    const ply = askedPly(location.search, this.table.laid.length);
    if (ply !== null) void this.#review(ply);
  }

  override willUpdate(): void {
    this.#hadFocus = this.contains(document.activeElement);
  }

  /** A button that goes when it was pressed leaves the focus to the board. */
  override updated(): void {
    const active = document.activeElement;
    const isLost = active === document.body || active?.checkVisibility() === false;
    if (this.#hadFocus && isLost) void this.#board().updateComplete.then(() => this.#board().focusCursor());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop.abort();
    this.#socket.close();
  }

  // What the server says.

  #enqueue(message: ServerMessage): void {
    this.#inbox.push(message);
    if (!this.#isTaking) void this.#takeAll();
  }

  /** Take messages one by one; a tile in flight holds up those behind it. */
  async #takeAll(): Promise<void> {
    this.#isTaking = true;
    try {
      for (let message = this.#inbox.shift(); message; message = this.#inbox.shift()) await this.#take(message);
    } finally {
      this.#isTaking = false;
    }
  }

  async #take(message: ServerMessage): Promise<void> {
    const before = this.table;
    const spots = message.type === "placed" ? this.#spotsBefore(message) : null;
    const after = table.receive(before, message);
    if (after.hasGap) {
      this.#socket.send({ type: "sync", version: before.version });
      return;
    }
    const isNews = after.version === before.version + 1;
    if (message.type === "placed" && isNews) await this.#takePlaced(message, after, spots);
    else this.table = after;
    if (message.type === "refused") this.#complain(message.detail);
    if (message.type === "over" && isNews) this.#takeOver(message.position.outcome !== null);
  }

  async #takePlaced(message: Placed, after: TableState, spots: Spots | null): Promise<void> {
    const wasDrafted = this.table.draft?.cell && isSameCell(this.table.draft.cell, message.laid);
    const isFlying =
      !mustKeepStill(this.settings) && !document.hidden && !table.isReviewing(after) && !wasDrafted && spots?.from;
    this.notice = null;
    this.pointed = null;
    if (isFlying) this.hiddenPly = message.ply - 1;
    this.table = after;
    this.#announcer.say(laidSentence(after.game, message.laid));
    if (after.position.phase !== "over") this.#announcer.say(askSentence(after));
    this.#textBoard()?.say([laidSentence(after.game, message.laid), ...passedSentences(after.game, after.position)]);
    await this.#settled();
    if (isFlying && spots?.from)
      await fly(message.laid.tile, message.laid.rotation, spots.from, this.#board().boxOf(message.laid));
    this.hiddenPly = null;
    if (!mustKeepStill(this.settings)) this.#slipIn(message.laid, spots?.bag ?? null);
    await this.#settled();
  }

  #takeOver(hasOutcome: boolean): void {
    this.isReplayOpen = true;
    const { outcome } = this.table.position;
    if (!hasOutcome || !outcome) return;
    const sentence = outcomeSentence(this.table.game, outcome);
    this.#announcer.say(sentence);
    this.#textBoard()?.say([sentence]);
  }

  #spotsBefore({ laid }: Placed): Spots {
    const from = this.querySelector(`[data-seat="${laid.seat}"] [data-tile="${laid.tile}"]`);
    return { from: spotOf(from), bag: spotOf(this.querySelector(".bag-button")) };
  }

  #slipIn(laid: LaidView, bag: Spot | null): void {
    if (laid.draw !== null) slipIn(this.querySelector(`[data-seat="${laid.seat}"] [data-tile="${laid.draw}"]`), bag);
  }

  async #settled(): Promise<void> {
    await this.updateComplete;
    await this.#board().updateComplete;
  }

  // What the person does.

  /** Take up a tile; the one already up is turned. */
  #tapRack(tile: number): void {
    if (this.table.draft?.tile === tile) this.#turn(1);
    else this.#act(table.choose(this.table, tile));
  }

  #hover(cell: Cell | null): void {
    if (cell === this.pointed || isSameCell(cell, this.pointed)) return;
    this.pointed = cell;
    this.#act(table.hold(this.table, cell, false));
  }

  /** A tap on a cell sets the tile there; without confirming it counts if the person has seen how it will lie. */
  #tap(cell: Cell, pointerType: string): void {
    const { draft, position } = this.table;
    this.pointed = cell;
    if (!draft || !table.canPlay(this.table)) return;
    const rotations = legalRotations(position, draft.tile, cell);
    if (rotations.length === 0) {
      this.#refuse(cell);
      return;
    }
    const wasSeen = pointerType === "mouse" || rotations.length === 1;
    this.#act(table.hold(this.table, cell, true));
    if (!mustConfirm(this.settings) && wasSeen) this.#confirm();
  }

  #refuse(cell: Cell): void {
    const hint = hintFor(this.table, cell);
    if (hint) this.#announcer.say(hint);
    if (this.table.draft?.isSet) this.#act({ ...this.table, draft: { ...this.table.draft, cell: null, isSet: false } });
  }

  #turn(step: 1 | -1): void {
    this.#act(table.rotate(this.table, step));
  }

  #cancel(): void {
    const { draft } = this.table;
    this.#closeMenu(null);
    if (this.table.pending) return;
    if (draft?.isSet) this.#act({ ...this.table, draft: { ...draft, cell: null, isSet: false } });
    else this.#act(table.putDown(this.table));
  }

  #confirm(): void {
    const placement = table.draftedPlacement(this.table);
    if (placement) this.#place(placement);
  }

  #place(placement: Placement): void {
    if (!table.canPlay(this.table)) return;
    const place = {
      type: "place" as const,
      id: messageId(),
      ply: this.table.position.ply,
      placement: printPlacement(placement),
    };
    const draft = { ...placement, isSet: true };
    this.#act(table.sent({ ...this.table, draft }, place));
    if (!this.#socket.send(place)) this.notice = t("No connection. The tile will be laid as soon as it is back.");
  }

  #grab(tile: number, event: PointerEvent): void {
    if (event.button !== 0) return;
    followDrag(tile, event, {
      begin: () => this.table.draft?.tile === tile || this.#act(table.choose(this.table, tile)),
      over: (cell) => {
        this.pointed = cell;
        const { draft } = this.table;
        if (draft?.isSet) this.#act({ ...this.table, draft: { ...draft, isSet: false } });
        this.#act(table.hold(this.table, cell, false));
      },
      turn: (step) => this.#turn(step),
      drop: () => this.#drop(),
      snap: (x, y) => this.#board().snapCell(x, y, tile),
    });
  }

  #drop(): void {
    const cell = this.table.draft?.cell;
    if (!cell) return;
    this.#act(table.hold(this.table, cell, true));
    if (!mustConfirm(this.settings)) this.#confirm();
  }

  #act(after: TableState): void {
    if (after === this.table) return;
    this.notice = null;
    this.table = after;
  }

  #complain(sentence: string): void {
    this.notice = sentence;
    this.#announcer.say(sentence);
  }

  // Keys.

  #keyed(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (event.defaultPrevented || target.closest("input, select, textarea, dialog[open]")) return;
    const command = commandOf(event, this.settings.letters === "on");
    const isOnButton = target.closest("button, a, summary") !== null;
    if (!command || (isOnButton && command.name === "place")) return;
    if (this.#do(command, target)) event.preventDefault();
  }

  /** Do what a key asks for; tell whether there was anything to do. */
  #do(command: Command, target: Element): boolean {
    const board = this.#board();
    switch (command.name) {
      case "go":
        void (board.contains(target) || this.table.draft ? board.go(command.direction) : board.pan(command.direction));
        return true;
      case "pan":
        board.pan(command.direction);
        return true;
      case "choose":
        return this.#chooseSlot(command.slot);
      case "rotate":
        this.#turn(command.step);
        this.#tellDraft();
        return this.table.draft !== null;
      case "next-space":
        return this.#nextSpace(command.step);
      case "place":
        return this.#enter(target);
      case "cancel":
        this.#cancel();
        return true;
      case "zoom":
        board.zoom(command.factor);
        return true;
      case "fit":
        board.fit();
        return true;
      case "review":
        this.#step(command.to);
        return true;
    }
  }

  #chooseSlot(slot: number): boolean {
    const tile = this.table.position.hands[this.table.position.to_play]?.[slot];
    if (tile === undefined || !table.canPlay(this.table)) return false;
    this.#act(table.choose(this.table, tile));
    if (this.table.draft) {
      const n = legalCells(this.table.position, tile).length;
      this.#announcer.say(tn("Tile {tile}: {n} space.", "Tile {tile}: {n} spaces.", n, { tile }));
    }
    return true;
  }

  #nextSpace(step: 1 | -1): boolean {
    const { draft, position } = this.table;
    if (!draft) return false;
    const board = this.#board();
    const cell = cycled(legalCells(position, draft.tile), (one) => isSameCell(one, board.cursor), step);
    if (cell) void board.goTo(cell);
    return cell !== null;
  }

  /** Enter on a cell sets the tile there, Enter again confirms it. */
  #enter(target: Element): boolean {
    const { draft } = this.table;
    const board = this.#board();
    const isOnBoard = board.contains(target);
    if (draft?.isSet && (!isOnBoard || isSameCell(draft.cell, board.cursor))) this.#confirm();
    else if (draft && isOnBoard) this.#tapByKey(board.cursor);
    else return false;
    return true;
  }

  #tapByKey(cell: Cell): void {
    this.#tap(cell, "key");
    this.#tellDraft();
  }

  #tellDraft(): void {
    const { draft } = this.table;
    if (draft)
      this.#announcer.say(t("Tile {tile}, rotation {rotation}.", { tile: draft.tile, rotation: draft.rotation }));
  }

  // Replay.

  #step(to: Step): void {
    this.isReplayOpen = true;
    const n = this.table.laid.length;
    void this.#review(steppedPly(to, this.table.reviewPly ?? n, n));
  }

  async #review(ply: number): Promise<void> {
    this.isReplayOpen = true;
    this.pointed = null;
    this.table = table.review(this.table, ply, this.#positions.known(ply));
    this.#address(ply);
    try {
      const position = await this.#positions.fetch(ply);
      if (this.table.reviewPly === ply) this.table = table.review(this.table, ply, position);
    } catch {
      this.#complain(t("This position could not be fetched."));
    }
  }

  #leaveReview(): void {
    this.isReplayOpen = false;
    this.table = table.review(this.table, null, null);
    this.#address(null);
  }

  #address(ply: number | null): void {
    history.replaceState(null, "", ply === null ? location.pathname : `${location.pathname}?ply=${ply}`);
  }

  async #copyLink(): Promise<void> {
    const address = `${location.origin}${location.pathname}?ply=${this.table.reviewPly ?? this.table.laid.length}`;
    try {
      await navigator.clipboard.writeText(address);
      this.notice = t("Link copied.");
    } catch {
      this.notice = address;
    }
  }

  // Drawing.

  override render(): TemplateResult {
    const docked = table.dockedSeat(this.table);
    const trace = (colour: ColourLetter) => this.#act(table.toggleTrace(this.table, colour));
    return html`
      <div class=${this.isAnalysisOpen ? "table analysing" : "table"} @cell-hover=${(e: CustomEvent) => this.#hover(e.detail.cell)}
          @cell-focus=${(e: CustomEvent) => this.#focusCell(e.detail.cell)}
          @cell-tap=${(e: CustomEvent) => this.#tap(e.detail.cell, e.detail.pointerType)}
          @tile-turn=${(e: CustomEvent) => this.#turn(e.detail.step)} @confirm=${() => this.#confirm()}
          @text-place=${(e: CustomEvent) => this.#place(e.detail)} @analysis-ply=${(e: CustomEvent) => void this.#review(e.detail.ply)}
          @analysis-hints=${(e: CustomEvent) => this.#showHints(e.detail.hints)}
          @analysis-said=${(e: CustomEvent) => this.#announcer.say(e.detail.sentence)}>
        <section class="side" aria-label=${t("Players")}>
          <ul class="players">${this.table.game.seats.map((seat) =>
            playerCard(this.table, seat, seat === docked, trace),
          )}</ul>
          ${docked ? nothing : otherTraces(this.table, trace)}
          ${toolBar(this.table, this.isReplayOpen, this.isTextOpen, {
            open: (name) => this.#open(name),
            toggleReplay: () => this.#toggleReplay(),
            toggleText: () => void this.#toggleText(),
            toggleAnalysis: () => void this.#toggleAnalysis(),
          })}
        </section>
        <tantrix-board .state=${this.table} .settings=${this.settings} .hiddenPly=${this.hiddenPly} .hints=${this.hints}></tantrix-board>
        <section class="dock" aria-label=${t("Your hand")}>
          <p class="hint ${this.notice ? "notice" : ""}">${this.#hint()}</p>
          ${this.#outcome()}
          <div class="dock-row">
            ${docked && !this.#hasNothingToShow(docked.seat) ? largeRack(this.table, docked, { choose: (tile) => this.#tapRack(tile), grab: (tile, event) => this.#grab(tile, event) }) : nothing}
            ${this.#draftButtons()}
          </div>
          ${replayBar(
            this.table,
            this.isReplayOpen,
            {
              show: (ply) => void this.#review(ply),
              leave: () => this.#leaveReview(),
              copyLink: () => void this.#copyLink(),
              toggleAnalysis: () => void this.#toggleAnalysis(),
            },
            this.isAnalysisOpen,
          )}
        </section>
        ${this.isAnalysisOpen ? html`<tantrix-game-analysis .table=${this.table}></tantrix-game-analysis>` : nothing}
        ${this.isTextOpen ? html`<tantrix-text-board .state=${this.table}></tantrix-text-board>` : nothing}
      </div>
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>
      ${this.#dialogs()}`;
  }

  #hint(): string {
    if (this.notice) return this.notice;
    const pointed = this.pointed ? hintFor(this.table, this.pointed) : null;
    if (pointed && !this.table.draft?.isSet) return pointed;
    if (!table.isReviewing(this.table)) return this.table.position.outcome ? "" : askSentence(this.table);
    const ply = this.table.reviewPly ?? 0;
    const laid = this.table.laid[ply - 1];
    return laid ? laidSentence(this.table.game, laid) : t("The start of the game.");
  }

  /** Tell whether the game has ended with this hand empty: then there is no rack. */
  #hasNothingToShow(seat: number): boolean {
    const position = table.shownPosition(this.table);
    return position.phase === "over" && position.hands[seat]?.length === 0;
  }

  #focusCell(cell: Cell): void {
    this.pointed = cell;
    this.#act(table.hold(this.table, cell, false));
  }

  #draftButtons(): TemplateResult | typeof nothing {
    const { draft } = this.table;
    if (!draft || this.table.pending) return nothing;
    return html`<div class="draft-buttons">
      <button type="button" class="round" aria-label=${t("Turn the tile")} title=${t("Turn the tile (R)")} @click=${() => this.#turn(1)}>${icon("turn")}</button>
      <button type="button" class="round" aria-label=${t("Put the tile back")} title=${t("Put the tile back (Esc)")} @click=${() => this.#cancel()}>${icon("close")}</button>
      ${draft.isSet ? html`<button type="button" class="primary confirm" @click=${() => this.#confirm()}>${icon("check")} ${t("Lay it")}</button>` : nothing}
    </div>`;
  }

  #outcome(): TemplateResult | typeof nothing {
    const { outcome } = this.table.position;
    if (!outcome || table.isReviewing(this.table)) return nothing;
    return html`<div class="outcome"><h2>${outcomeSentence(this.table.game, outcome)}</h2>
      <div class="outcome-buttons">
        <button type="submit" form="rematch" class="primary">${t("Rematch")}</button>
        ${this.isAnalysisOpen ? nothing : html`<button type="button" @click=${() => void this.#toggleAnalysis()}>${t("Analyse")}</button>`}
        <a class="button" href="/">${t("New game")}</a>
      </div></div>`;
  }

  #toggleReplay(): void {
    if (this.isReplayOpen) this.#leaveReview();
    else this.isReplayOpen = true;
  }

  /** Open the analysis, whose code is fetched only now; nobody is told what to play while a game goes on. */
  async #toggleAnalysis(): Promise<void> {
    this.#closeMenu(null);
    if (!isOver(this.table)) {
      this.#complain(t("This game is still being played. It can be analysed once it is over."));
      return;
    }
    await import("./game-analysis");
    this.isAnalysisOpen = !this.isAnalysisOpen;
    this.isReplayOpen = true;
    await this.updateComplete;
    if (this.isAnalysisOpen) this.querySelector(".curve-box")?.scrollIntoView({ block: "nearest" });
  }

  #showHints(hints: readonly HintTile[]): void {
    if (hints.length > 0 || this.hints.length > 0) this.hints = hints;
  }

  async #toggleText(): Promise<void> {
    this.isTextOpen = !this.isTextOpen;
    await this.updateComplete;
    this.querySelector<HTMLInputElement>("#text-command")?.focus();
  }

  #dialogs(): TemplateResult[] {
    const close = (name: DialogName) => this.#close(name);
    const change = (settings: Settings) => {
      this.settings = settings;
      saveSettings(settings);
    };
    return [
      dialog("settings", t("Settings"), settingsBody(this.settings, change), close),
      dialog("unseen", t("Unseen tiles"), unseenTable(this.table), close),
      dialog("fairness", t("The shuffle"), fairnessText(this.table), close),
      dialog(
        "resign",
        t("Resign?"),
        resignBody(this.table, close, (seat) => this.#resign(seat)),
        close,
      ),
    ];
  }

  #resign(seat: number): void {
    this.#close("resign");
    if (!this.#socket.send({ type: "resign", id: messageId(), seat })) this.#complain(t("No connection."));
  }

  /** Close the menu unless the person pointed into it. */
  #closeMenu(target: Node | null): void {
    const menu = this.querySelector("details.menu");
    if (!target || !menu?.contains(target)) menu?.removeAttribute("open");
  }

  #open(name: DialogName): void {
    this.#closeMenu(null);
    this.querySelector<HTMLDialogElement>(`#dialog-${name}`)?.showModal();
  }

  #close(name: DialogName): void {
    this.querySelector<HTMLDialogElement>(`#dialog-${name}`)?.close();
  }

  #board(): TantrixBoard {
    return this.querySelector("tantrix-board") as TantrixBoard;
  }

  #textBoard(): TantrixTextBoard | null {
    return this.querySelector("tantrix-text-board");
  }
}

interface Spots {
  from: Spot | null;
  bag: Spot | null;
}

speakAsThePage(document);
customElements.define("tantrix-game", TantrixGame);
