/**
 * `<tantrix-gobble>`: the page of a room of Gobble, from the first seat taken to the ranks. It holds the one state,
 * takes what the server and the person say, and hands the state down to be drawn.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { Announcer } from "./announce";
import { dialog } from "./dialogs";
import { followDrag } from "./drag";
import { icon } from "./draw";
import { Refusal, rematch } from "./gobble-api";
import "./gobble-board";
import type { TantrixGobbleBoard } from "./gobble-board";
import { giftChooser, giftTile, isForcedGift, nOwed } from "./gobble-gift";
import { hand } from "./gobble-hand";
import { flyBack, Happenings, NOTHING_PASSES, type Passing } from "./gobble-happenings";
import { helpRow, loadHelp, saveHelp } from "./gobble-help";
import { type RushKey, rushKeyOf } from "./gobble-keys";
import "./gobble-lobby";
import { playersBar } from "./gobble-players";
import { ranksCard } from "./gobble-ranks";
import { Replayer } from "./gobble-replayer";
import { sound } from "./gobble-sounds";
import type { Command, Help, Rush } from "./gobble-state";
import * as model from "./gobble-state";
import type { Lying, Misfit } from "./gobble-table";
import { GATHER_MS, GATHER_SLOWLY_MS, Teller } from "./gobble-teller";
import "./gobble-time";
import { askSentence, endingSentence, misfitSentence, outcomeSentence, playerName } from "./gobble-words";
import { type Cell, isSameCell } from "./hexes";
import { speakAsThePage, t, tn } from "./i18n";
import { cycled } from "./keyboard";
import { printPlacement } from "./placement";
import type {
  GobbleClientMessage,
  GobbleServerMessage,
  Refused,
  Rushed,
  RushOutcome,
  RushRoomView,
  RushWelcome,
} from "./protocol";
import { isTouched, loadSettings, mustKeepStill, type Settings, saveSettings, showSettings } from "./settings";
import { settingsBody } from "./settings-dialog";
import { messageId, socketAddress, TableSocket } from "./socket";
import { armSounds } from "./sounds";
import type { Connection } from "./state";

const SHAKE_MS = 520;
const RESEND_MS = 400;

export class TantrixGobble extends LitElement {
  static override properties = {
    room: { state: true },
    rush: { state: true },
    outcome: { state: true },
    connection: { state: true },
    isHere: { state: true },
    settings: { state: true },
    help: { state: true },
    notice: { state: true },
    passing: { state: true },
    refused: { state: true },
    gift: { state: true },
    isRanksOpen: { state: true },
  };

  declare room: RushRoomView;
  declare rush: Rush;
  declare outcome: RushOutcome | null;
  declare connection: Connection;
  declare isHere: readonly boolean[] | null;
  declare settings: Settings;
  declare help: Help;
  /** What was answered to the person, until they go on. */
  declare notice: string | null;
  declare passing: Passing;
  /** A placement that was just refused. */
  declare refused: Lying | null;
  /** The tile that the person wants to give; undefined while they have not chosen. */
  declare gift: number | null | undefined;
  declare isRanksOpen: boolean;

  #socket: TableSocket<GobbleServerMessage, GobbleClientMessage>;
  #announcer = new Announcer(() => this.querySelector(".announcements"));
  #teller = new Teller(() => this.rush.seat);
  #happenings: Happenings;
  /** When the rush began or will begin, by this page's clock. */
  #zeroAt = 0;
  #pointed: Cell | null = null;
  #replayer = new Replayer(() => this.requestUpdate());
  #gatherTimer: number | undefined;
  #stop = new AbortController();

  constructor() {
    super();
    const welcome = JSON.parse(document.getElementById("welcome")?.textContent ?? "null") as RushWelcome;
    this.settings = loadSettings();
    this.help = loadHelp();
    this.connection = "connecting";
    this.isHere = null;
    this.notice = null;
    this.passing = NOTHING_PASSES;
    this.refused = null;
    this.gift = undefined;
    this.isRanksOpen = true;
    this.room = welcome.room;
    this.#welcome(welcome, null);
    this.#happenings = new Happenings({
      page: this,
      isStill: () => mustKeepStill(this.settings),
      boxOf: (cell) => this.#board()?.boxOf(cell) ?? { x: 0, y: 0, width: 0 },
      changed: (passing) => {
        this.passing = passing;
      },
    });
    this.#socket = new TableSocket(socketAddress(location, welcome.room.id, "gobble"), {
      message: (message) => this.#take(message),
      connection: (connection) => {
        this.connection = connection;
      },
      unacknowledged: () => this.rush.pending.map(({ id, command }) => messageOf(id, command)),
    });
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    showSettings(this.settings);
    const { signal } = this.#stop;
    armSounds(signal);
    document.addEventListener("keydown", (event) => this.#keyed(event), { signal });
    addEventListener("online", () => this.#socket.hurry(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.#socket.hurry(), { signal });
    this.#socket.open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop.abort();
    this.#socket.close();
    this.#replayer.close();
  }

  // What the server says.

  #take(message: GobbleServerMessage): void {
    switch (message.type) {
      case "rush_welcome":
        this.#welcome(message, this.rush);
        return;
      case "rushed":
        this.#takeNews(message);
        return;
      case "ack":
        this.rush = model.answered(this.rush, message.id);
        return;
      case "refused":
        this.#takeRefusal(message);
        return;
      case "rush_presence":
        this.isHere = message.is_here;
    }
  }

  #welcome(welcome: RushWelcome, before: Rush | null): void {
    const was = this.room;
    this.room = welcome.room;
    this.rush = model.welcomed(welcome, before);
    this.outcome = welcome.outcome;
    if (welcome.at_ms !== null) this.#zeroAt = performance.now() - welcome.at_ms;
    if (welcome.room.phase === "countdown") this.#beginAtZero();
    if (before && welcome.room.rematch && !was.rematch) this.#say(t("A rematch is waiting."));
    if (this.outcome) void this.#replayer.fetch(this.room.id);
  }

  /** From nought on the page plays, whether or not the server's word has come. */
  #beginAtZero(): void {
    // A timer may fire a moment too early.
    window.setTimeout(() => this.requestUpdate(), Math.max(0, this.#zeroAt - performance.now()) + 10);
  }

  #takeNews(news: Rushed): void {
    const before = this.rush;
    const after = model.happened(before, news);
    if (after === null) {
      this.#socket.send({ type: "sync", version: before.version });
      return;
    }
    if (after === before) return;
    this.#zeroAt = Math.min(this.#zeroAt, performance.now() - news.at_ms);
    this.rush = after;
    this.#happenings.show(this.room, before, after, news);
    this.#tell(news);
    for (const event of news.events) {
      if (event.kind === "over") this.#end(event.outcome);
      if (event.kind === "turned" && event.seat === after.seat) this.#aimAgain();
    }
    this.#giveIfForced();
  }

  #tell(news: Rushed): void {
    const report = this.#teller.hear(this.room, news);
    for (const sentence of report.sentences) this.#announcer.say(sentence);
    if (news.events.some((event) => event.kind === "put" && event.seat === this.rush.seat) && nOwed(this.rush) > 0)
      this.#announcer.say(this.#giftSentence());
    if (!report.hasMore || this.#gatherTimer !== undefined) return;
    const isSlow = this.room.settings.pace < 100 || this.room.settings.choose_s > 5;
    this.#gatherTimer = window.setTimeout(() => this.#tellGathered(), isSlow ? GATHER_SLOWLY_MS : GATHER_MS);
  }

  #tellGathered(): void {
    this.#gatherTimer = undefined;
    const sentence = this.#teller.gathered(this.room);
    if (sentence) this.#announcer.say(sentence);
  }

  #giftSentence(): string {
    const choices = model.takers(this.rush).map((seat) => `${seat + 1} ${playerName(this.room, seat)}`);
    return t("Gobble! Press the number of who gets a tile: {choices}.", { choices: choices.join(", ") });
  }

  #takeRefusal(refused: Refused): void {
    const command = this.rush.pending.find(({ id }) => id === refused.id)?.command;
    if (refused.id === null && refused.code === "too_fast") {
      window.setTimeout(() => this.#resend(), RESEND_MS);
      return;
    }
    if (refused.id !== null) this.rush = model.answered(this.rush, refused.id);
    if (command?.name === "lay") this.#shake(command.placement, refused.detail, true);
    else if (command) this.#say(refused.detail);
  }

  #resend(): void {
    for (const { id, command } of this.rush.pending) this.#socket.send(messageOf(id, command));
  }

  #end(outcome: RushOutcome): void {
    this.outcome = outcome;
    this.room = { ...this.room, phase: "over" };
    this.isRanksOpen = true;
    this.#announcer.say(`${outcomeSentence(this.room, outcome)} ${endingSentence(outcome)}`);
    void this.#replayer.fetch(this.room.id);
  }

  // What the person does.

  get #isRunning(): boolean {
    const { phase } = this.room;
    return phase === "running" || (phase === "countdown" && performance.now() >= this.#zeroAt);
  }

  get #mayPlay(): boolean {
    return this.#isRunning && model.isActive(model.myHolding(this.rush));
  }

  #send(command: Command): void {
    const id = messageId();
    this.notice = null;
    this.rush = model.sent(this.rush, { id, command });
    if (!this.#socket.send(messageOf(id, command)))
      this.#say(t("No connection. It will be done as soon as it is back."));
  }

  #turnUp(): void {
    if (!this.#mayPlay) return;
    if (model.mayTurn(this.rush)) this.#send({ name: "turn" });
    else if (model.mayPutAside(this.rush))
      this.#say(t("Lay the turned tile, or put it aside, before you turn another."));
    else if (model.myHolding(this.rush)?.n_stock === 0) this.#say(t("Your stock is empty."));
  }

  #putAside(): void {
    if (!this.#mayPlay || !model.mayPutAside(this.rush)) return;
    this.#send({ name: "aside" });
  }

  /** Take up an open tile; the one already up is turned. */
  #choose(tile: number): void {
    if (!this.#mayPlay) return;
    if (model.handTile(this.rush) === tile) {
      this.#rotate(1);
      return;
    }
    this.notice = null;
    this.rush = model.choose(this.rush, model.shown(this.rush).own.turned === tile ? null : tile);
    this.#aimAgain();
  }

  #rotate(step: 1 | -1): void {
    this.rush = model.rotate(this.rush, step, this.help);
  }

  #aim(cell: Cell | null): void {
    if (this.#isRunning) this.rush = model.aim(this.rush, cell, this.help);
  }

  /** The tile in the hand is another one: hold it where the person points. */
  #aimAgain(): void {
    const board = this.#board();
    if (board?.contains(document.activeElement) && this.#pointed === null) void this.#goToFitting(board);
    else this.#aim(this.#pointed);
  }

  async #goToFitting(board: TantrixGobbleBoard): Promise<void> {
    const tile = model.handTile(this.rush);
    const fitting = tile === null || this.help !== "show" ? [] : model.fittingSpaces(this.rush, tile);
    const cell = fitting.find((one) => isSameCell(one, board.cursor)) ?? fitting[0] ?? board.cursor;
    await board.goTo(cell);
    this.#aim(cell);
  }

  #hover(cell: Cell | null): void {
    this.#pointed = cell;
    this.#aim(cell);
  }

  #tap(cell: Cell): void {
    if (!this.#mayPlay) return;
    if (model.handTile(this.rush) === null) {
      if (model.mayTurn(this.rush)) this.#say(t("Turn a tile first."));
      return;
    }
    this.#aim(cell);
    this.#lay();
  }

  /** Lay the tile in the hand where it is held; one that does not fit shakes its head. */
  #lay(): void {
    const placement = model.aimed(this.rush);
    if (!placement || !this.#mayPlay) return;
    const misfit = model.judge(this.rush, placement);
    if (misfit) this.#shake(placement, misfitSentence(misfit satisfies Misfit), false);
    else this.#send({ name: "lay", placement });
  }

  #shake(placement: Lying, reason: string, flies: boolean): void {
    sound("refused");
    this.#say(reason);
    this.refused = placement;
    const isStill = mustKeepStill(this.settings);
    window.setTimeout(() => {
      if (this.refused !== placement) return;
      this.refused = null;
      const board = this.#board();
      if (flies && !isStill && board) void flyBack(this, placement.tile, board.boxOf(placement));
    }, SHAKE_MS);
  }

  #grab(tile: number, down: PointerEvent): void {
    if (down.button !== 0 || !this.#mayPlay) return;
    const stop = new AbortController();
    // A second finger anywhere turns the tile under the first.
    const second = (event: PointerEvent) => event.pointerId !== down.pointerId && this.#rotate(1);
    const end = (event: PointerEvent) => event.pointerId === down.pointerId && stop.abort();
    for (const name of ["pointerup", "pointercancel"] as const) addEventListener(name, end, { signal: stop.signal });
    followDrag(tile, down, {
      begin: () => {
        addEventListener("pointerdown", second, { signal: stop.signal });
        if (model.handTile(this.rush) !== tile) this.#choose(tile);
      },
      over: (cell) => this.#aim(cell),
      turn: (step) => this.#rotate(step),
      drop: () => this.#lay(),
      snap: (x, y) => this.#board()?.snapCell(x, y) ?? null,
    });
  }

  #give(to: number): void {
    if (nOwed(this.rush) === 0 || !model.takers(this.rush).includes(to)) return;
    this.#send({ name: "give", to, tile: giftTile(this.rush, this.gift) });
    this.gift = undefined;
  }

  /** With one opponent and one tile to give there is nothing to choose. */
  #giveIfForced(): void {
    const isUnderWay = this.rush.pending.some(({ command }) => command.name === "give");
    const [to] = model.takers(this.rush);
    if (nOwed(this.rush) > 0 && !isUnderWay && to !== undefined && isForcedGift(this.rush)) this.#give(to);
  }

  #leave(): void {
    this.#dialog("leave")?.close();
    this.#socket.send({ type: "leave", id: messageId() });
  }

  /** The line was opened by nobody in particular; from now on it is this player's. */
  #reconnect(): void {
    this.#socket.close();
    this.#socket.open();
  }

  #say(sentence: string): void {
    this.notice = sentence;
    this.#announcer.say(sentence);
  }

  // Keys.

  #keyed(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (event.defaultPrevented || target.closest("input, select, textarea, dialog[open]")) return;
    const key = rushKeyOf(event, this.settings.letters === "on");
    if (!key || this.room.phase === "waiting" || this.#replayer.isOpen) return;
    // Whoever reached a button by keys presses it by keys; one that was clicked lets the game have them.
    const isOnButton = target.closest("button:focus-visible, a, summary") !== null;
    if (isOnButton && (key.name === "turn-up" || key.name === "place")) return;
    if (this.#do(key)) event.preventDefault();
  }

  /** Do what a key asks for; tell whether there was anything to do. */
  #do(key: RushKey): boolean {
    const board = this.#board();
    if (!board) return false;
    switch (key.name) {
      case "go":
        void this.#go(board, () => board.go(key.direction));
        return true;
      case "next-space":
        void this.#next(board, key.step);
        return true;
      case "pan":
        board.pan(key.direction);
        return true;
      case "turn-up":
        this.#turnUp();
        void this.#stayOn(board);
        return true;
      case "rotate":
        this.#rotate(key.step);
        this.#tellRotation();
        return true;
      case "place":
        if (!this.rush.over) this.#aim(board.cursor);
        this.#lay();
        return true;
      case "aside":
        this.#putAside();
        return true;
      case "number":
        this.#number(key.n);
        return true;
      case "cancel":
        this.rush = model.choose(this.rush, null);
        this.#aim(null);
        return true;
      case "zoom":
        board.zoom(key.factor);
        return true;
      case "fit":
        board.fit();
        return true;
      case "hear":
        this.#announcer.say(this.#standSentence());
        return true;
    }
  }

  /** Whoever plays by keys has the focus on the table. */
  async #stayOn(board: TantrixGobbleBoard): Promise<void> {
    this.#pointed = null;
    await board.updateComplete;
    if (!board.contains(document.activeElement)) board.focusCursor();
  }

  async #go(board: TantrixGobbleBoard, move: () => Promise<void>): Promise<void> {
    this.#pointed = null;
    await move();
    this.#aim(board.cursor);
  }

  #next(board: TantrixGobbleBoard, step: 1 | -1): Promise<void> {
    const tile = model.handTile(this.rush);
    const isHelped = tile !== null && this.help === "show";
    const cells = isHelped ? model.fittingSpaces(this.rush, tile) : model.spaces(this.rush);
    const cell = cycled(cells, (one) => isSameCell(one, board.cursor), step);
    return this.#go(board, async () => (cell ? board.goTo(cell) : undefined));
  }

  #number(n: number): void {
    if (nOwed(this.rush) > 0) {
      this.#give(n - 1);
      return;
    }
    const tile = model.shown(this.rush).own.pile[n - 1];
    if (tile === undefined) return;
    this.#choose(tile);
    this.#announcer.say(t("Penalty tile {tile}", { tile }));
  }

  #tellRotation(): void {
    const tile = model.handTile(this.rush);
    if (tile !== null)
      this.#announcer.say(
        t("Tile {tile}, rotation {rotation}.", { tile, rotation: model.rotationOf(this.rush, tile) }),
      );
  }

  /** Say how matters stand, for who asks. */
  #standSentence(): string {
    const counts = this.rush.holdings.map((one) =>
      tn("{name} {n} tile", "{name} {n} tiles", model.nTiles(one), { name: playerName(this.room, one.seat) }),
    );
    const nForced = model.forcedSpaces(this.rush).length;
    return `${counts.join(", ")}. ${tn("{n} forced space.", "{n} forced spaces.", nForced)}`;
  }

  async #rematch(withHandicap: boolean): Promise<void> {
    try {
      const { url } = await rematch(this.room.id, withHandicap);
      location.assign(url);
    } catch (error) {
      this.#say(error instanceof Refusal ? error.message : t("No connection."));
    }
  }

  // Drawing.

  override render(): TemplateResult {
    return html`
      ${this.room.phase === "waiting" ? this.#waiting() : this.#table()}
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>
      ${this.#dialogs()}`;
  }

  #waiting(): TemplateResult {
    return html`<div class="room-page">
      <div class="room-head"><p class="room-title">Gobble</p>${this.#tools()}</div>
      <tantrix-gobble-lobby .room=${this.room} .name=${this.dataset.name ?? ""} @room-told=${(e: CustomEvent) => this.#welcome(e.detail.welcome, this.rush)}
        @seated=${() => this.#reconnect()}></tantrix-gobble-lobby></div>`;
  }

  #table(): TemplateResult {
    const { isOpen: isReplaying } = this.#replayer;
    const rush = this.#replayer.shown(this.rush);
    const isIdle = !this.#isRunning || isReplaying;
    return html`<div class="rush ${isReplaying ? "replaying" : ""}"
        @cell-hover=${(e: CustomEvent) => this.#hover(e.detail.cell)} @cell-tap=${(e: CustomEvent) => this.#tap(e.detail.cell)}
        @cell-focus=${(e: CustomEvent) => this.#pointed === null && this.#aim(e.detail.cell)} @tile-turn=${(e: CustomEvent) => this.#rotate(e.detail.step)}>
      <section class="rush-side" aria-label=${t("Players")}>
        ${this.#tools()}
        ${playersBar(this.room, rush, this.passing.calls, this.isHere)}
      </section>
      <div class="rush-table">
        <tantrix-gobble-board .rush=${rush} .settings=${this.settings} .help=${this.help} .inFlight=${this.passing.inFlight}
          .fresh=${this.passing.fresh} .refused=${this.refused} .isIdle=${isIdle}></tantrix-gobble-board>
        ${this.#overlay()}
      </div>
      <section class="rush-dock" aria-label=${t("Your hand")}>${this.#dock()}</section>
    </div>`;
  }

  /** What passes over the table and catches no pointer, and the ranks, which do. */
  #overlay(): TemplateResult {
    const { banner, toasts } = this.passing;
    const isBefore = this.room.phase === "countdown" && !this.#isRunning;
    return html`
      ${isBefore ? html`<tantrix-countdown .zeroAt=${this.#zeroAt} @count=${(e: CustomEvent) => this.#counted(e.detail.n)}></tantrix-countdown>` : nothing}
      ${banner ? keyed(banner.n, html`<div class="banner ${banner.kind}" aria-hidden="true">${banner.text}</div>`) : nothing}
      <div class="toasts" aria-hidden="true">${repeat(
        toasts,
        (one) => one.n,
        (one) => html`<p class="toast">${one.text}</p>`,
      )}</div>
      ${this.outcome && this.isRanksOpen && !this.#replayer.isOpen ? this.#ranks(this.outcome) : nothing}`;
  }

  #counted(n: number): void {
    sound(n > 0 ? "count" : "go");
    this.#announcer.say(n > 0 ? String(n) : t("Go!"));
    if (n === 0) this.requestUpdate();
  }

  #ranks(outcome: RushOutcome): TemplateResult {
    return ranksCard(
      this.room,
      outcome,
      { gobbles: this.#replayer.gobbles(this.room.seats.length) ?? [] },
      {
        rematch: (withHandicap) => void this.#rematch(withHandicap),
        watch: () => this.#replayer.open(this.room),
        close: () => {
          this.isRanksOpen = false;
        },
      },
    );
  }

  #dock(): TemplateResult | typeof nothing {
    const bar = this.#replayer.bar(this.room, () => {
      this.isRanksOpen = true;
      this.#replayer.close();
    });
    if (bar) return bar;
    if (this.outcome)
      return html`<div class="outcome-buttons">${this.isRanksOpen ? nothing : html`<button type="button" class="primary" @click=${() => this.#openRanks()}>${t("The ranks")}</button>`}</div>`;
    const isPlayer = model.isActive(model.myHolding(this.rush));
    return html`
      ${giftChooser(this.room, this.rush, this.#zeroAt, this.gift, {
        give: (to) => this.#give(to),
        choose: (tile) => {
          this.gift = tile;
        },
      })}
      <p class="hint ${this.notice ? "notice" : ""}">${this.#hint()}</p>
      ${
        isPlayer
          ? hand(this.rush, this.help, !this.#isRunning, {
              turnUp: () => this.#turnUp(),
              choose: (tile) => this.#choose(tile),
              grab: (tile, event) => this.#grab(tile, event),
              rotate: () => this.#rotate(1),
              putAside: () => this.#putAside(),
            })
          : nothing
      }`;
  }

  #openRanks(): void {
    this.isRanksOpen = true;
  }

  #hint(): string {
    if (this.notice) return this.notice;
    if (!this.#isRunning && this.rush.seat !== null) return t("Get ready: look at the table.");
    return askSentence(this.rush, isTouched());
  }

  #tools(): TemplateResult {
    const mayLeave = this.#mayPlay;
    const stopped = this.outcome?.at_ms ?? null;
    const hasClock = this.room.phase !== "waiting";
    return html`<div class="rush-tools">
      ${hasClock ? html`<tantrix-rush-clock .zeroAt=${this.#zeroAt} .limitMs=${1000 * this.room.settings.limit_s} .stoppedMs=${stopped}></tantrix-rush-clock>` : nothing}
      <span class="rush-connection" role="status">${this.#connectionNote()}</span>
      ${mayLeave ? html`<button type="button" class="tool" aria-label=${t("Leave the rush")} title=${t("Leave the rush")} @click=${() => this.#dialog("leave")?.showModal()}>${icon("flag")}</button>` : nothing}
      <button type="button" class="tool" aria-label=${t("Settings")} title=${t("Settings")} @click=${() => this.#dialog("settings")?.showModal()}>${icon("gear")}</button>
    </div>`;
  }

  #connectionNote(): string {
    if (this.connection === "live") return "";
    return this.connection === "lost" ? t("Connection lost, trying again…") : t("Connecting…");
  }

  #dialogs(): TemplateResult[] {
    const change = (settings: Settings) => {
      this.settings = settings;
      saveSettings(settings);
    };
    const leave = html`<p>${t("You rank behind all who stay.")}</p><div class="dialog-buttons">
      <button type="button" @click=${() => this.#dialog("leave")?.close()}>${t("Play on")}</button>
      <button type="button" class="danger" @click=${() => this.#leave()}>${t("Leave")}</button></div>`;
    return [
      dialog(
        "settings",
        t("Settings"),
        html`${helpRow(this.help, (help) => this.#setHelp(help))}${settingsBody(this.settings, change)}`,
        () => this.#dialog("settings")?.close(),
      ),
      dialog("resign", t("Leave the rush?"), leave, () => this.#dialog("leave")?.close()),
    ];
  }

  #setHelp(help: Help): void {
    this.help = help;
    saveHelp(help);
  }

  #dialog(name: "settings" | "leave"): HTMLDialogElement | null {
    return this.querySelector(name === "leave" ? "#dialog-resign" : "#dialog-settings");
  }

  #board(): TantrixGobbleBoard | null {
    return this.querySelector("tantrix-gobble-board");
  }
}

function messageOf(id: string, command: Command): GobbleClientMessage {
  switch (command.name) {
    case "lay": {
      const { tile, rotation, q, r } = command.placement;
      return { type: "lay", id, placement: printPlacement({ tile, rotation, cell: { q, r } }) };
    }
    case "give":
      return { type: "give", id, to: command.to, tile: command.tile };
    default:
      return { type: command.name, id };
  }
}

speakAsThePage(document);
customElements.define("tantrix-gobble", TantrixGobble);
