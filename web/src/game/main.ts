/**
 * `<tantrix-game>`: the page of a game. It holds the state and renders it; messages from the server arrive through
 * `LiveConnection`, actions of the player through `TurnInput`, `TurnKeys` and `GameReview`.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { Agreements } from "./agreements";
import { Automatic } from "./auto-play";
import "../table/board";
import "../chat/panel";
import { conversation, isWide } from "../chat/conversation";
import type { DrawnLine } from "../table/board";
import { Coach, type Tip, tipBubble } from "./coach";
import "./result/tally";
import { mayChat } from "../chat/state";
import type { ClientMessage, ColourLetter, SeatView, Welcome } from "../generated/protocol";
import { afterFrame, nextFrame, ownTask } from "../page/after-frame";
import { parseElement } from "../page/data";
import { type DialogName, dialog } from "../page/dialog";
import { GradualList } from "../page/gradual-list";
import { loadLanguage, t, tn } from "../page/i18n";
import { closeMenus } from "../page/menus";
import { enableSounds, play } from "../page/sounds";
import { loadStyle } from "../page/styles";
import { settingsDialog } from "../settings/form";
import {
  followSettings,
  loadSettings,
  loudness,
  prefersReducedMotion,
  type Settings,
  saveSettings,
  showSettings,
} from "../settings/preferences";
import { mayPlan } from "../table/actions";
import { dockRow, hintLine } from "../table/dock";
import { legend } from "../table/legend";
import { TablePage } from "../table/page";
import { followPlacements, placementStrip, type StripListener } from "../table/placement-strip";
import { drawPile, freeColours, playerBar, unseenTable } from "../table/player-panel";
import { replayBar } from "../table/replay";
import * as table from "../table/state";
import { isMyTurn, type TableState } from "../table/state";
import { TurnInput } from "../table/turn-input";
import { TurnKeys } from "../table/turn-keys";
import type { Cell } from "../tiles/hexes";
import type { HintTile } from "../tiles/hint-tiles";
import { ClockWatch } from "./clock-warning";
import type { CorrespondenceFollower } from "./correspondence";
import { abortBody, resignBody } from "./dialogs";
import { LiveConnection } from "./live-connection";
import { mayNote } from "./notes";
import { offersBar } from "./offers";
import { endPanel } from "./result/panel";
import { winningLines } from "./result/winning-lines";
import { GameReview } from "./review";
import { toolBar } from "./toolbar";

export class TantrixGame extends TablePage {
  static override properties = {
    settings: { state: true },
    isReplayOpen: { state: true },
    isTextOpen: { state: true },
    isAnalysisOpen: { state: true },
    hints: { state: true },
    spot: { state: true },
    isLearning: { state: true },
    isPlanning: { state: true },
    isLegendOpen: { state: true },
    nParts: { state: true },
  };

  declare isReplayOpen: boolean;
  declare isTextOpen: boolean;
  declare isAnalysisOpen: boolean;
  /** Tiles from the analysis, shown on the board. */
  declare hints: readonly HintTile[];
  /** The cell of the placement under the pointer in the strip. */
  declare spot: Cell | null;
  /** Whether the player goes through the mistakes of the game. */
  declare isLearning: boolean;
  /** Whether the player plans replies, on a board of their own. */
  declare isPlanning: boolean;
  declare isLegendOpen: boolean;
  /** How much is rendered, each part in a task of its own: the table, then what is beside it, then closed dialogs. */
  declare nParts: number;

  #connection: LiveConnection;
  #review: GameReview;
  #input = new TurnInput(this);
  #keys: TurnKeys;
  #automatic = new Automatic(this, this.#input);
  #agreements = new Agreements(this);
  #clockWatch = new ClockWatch((leftMs) => this.#warnOfTime(leftMs));
  #coach = new Coach();
  #strip = new GradualList(this);
  #correspondence: CorrespondenceFollower | null = null;
  #winning: readonly DrawnLine[] = [];
  #hadTalk = false;
  #title = document.title;
  /** What to make, which the server writes for a first game; null in others. */
  #goal = document.querySelector<HTMLTemplateElement>("#goal")?.content.firstElementChild;

  constructor() {
    super();
    const welcome = parseElement<Welcome>("welcome");
    this.table = table.stateOf(welcome);
    this.settings = loadSettings();
    this.isTextOpen = false;
    this.isAnalysisOpen = false;
    this.hints = [];
    this.spot = null;
    this.isLearning = false;
    this.isPlanning = false;
    this.isLegendOpen = false;
    this.nParts = 1;
    this.isReplayOpen = welcome.position.phase === "over";
    this.#review = new GameReview(this, welcome.game.id);
    this.#connection = new LiveConnection(this, welcome.game.id, {
      takenBack: (ply) => this.#review.takenBack(ply),
      taken: () => this.#automatic.act(),
    });
    this.#keys = new TurnKeys(
      this,
      this.#input,
      (to) => this.#review.step(to),
      () => mayChat(this.table),
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    showSettings(this.settings);
    const signal = this.untilRemoved;
    followSettings((settings) => {
      this.settings = settings;
    }, signal);
    document.addEventListener("keydown", (event) => this.#isAside || this.#keys.pressed(event), { signal });
    document.addEventListener("pointerdown", (event) => closeMenus(this, event.target as Node), { signal });
    enableSounds(() => loudness(loadSettings()), signal);
    this.#connection.open(signal);
    void this.#goRound();
    void this.#followCorrespondence();
    if (document.querySelector("#bell")) void import("../page/bell").then(({ followBell }) => followBell());
    this.#review.open();
  }

  /** Return whether another board takes the place of the game's, with keys of its own. */
  get #isAside(): boolean {
    return this.isLearning || this.isPlanning;
  }

  override willUpdate(changed: PropertyValues): void {
    // The lines stay the same object while the result is shown, so that they are drawn only once.
    if (changed.has("table") || changed.has("isAnalysisOpen")) {
      const lines = this.isAnalysisOpen ? [] : winningLines(this.table);
      if (lines.length !== this.#winning.length) this.#winning = lines;
    }
  }

  override firstUpdated(): void {
    void this.#renderRest();
  }

  async #renderRest(): Promise<void> {
    await ownTask();
    this.nParts = 2;
    await Promise.all([this.settled(), this.#strip.finished]);
    await nextFrame();
    followPlacements(this);
    this.nParts = 3;
  }

  override updated(changed: PropertyValues): void {
    if (!changed.has("table")) return;
    if (!mayPlan(this.table)) this.#stopPlanning();
    this.#followTurn();
    if (table.isOver(this.table)) void loadStyle("analysis").then(() => import("./result/after-the-game"));
    const before = changed.get("table") as TableState | undefined;
    if (before && isMyTurn(before)) this.#turnPassed();
    if (before?.laid !== this.table.laid || before.reviewPly !== this.table.reviewPly)
      afterFrame(() => followPlacements(this));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#clockWatch.stop();
    this.#connection.close();
  }

  /** Show in the title whether it is the player's turn, for when the tab is in the background. */
  #followTurn(): void {
    document.title = isMyTurn(this.table) ? `${t("Your turn")} · ${this.#title}` : this.#title;
    this.#clockWatch.follow(this.table);
  }

  /** The host of a simul goes on to another board when the turn has passed here. */
  async #goRound(): Promise<void> {
    const { host, seats, tournament } = this.table.game;
    if (host === null || host === undefined || !tournament || !seats[host]?.is_mine) return;
    const { goRound } = await import("./simul");
    const isIdle = () => !isMyTurn(this.table) && !table.isOver(this.table) && !table.isReviewing(this.table);
    goRound(tournament, isIdle);
  }

  /** In a correspondence game the header leads to the next one that waits. */
  async #followCorrespondence(): Promise<void> {
    if (typeof this.table.game.host === "number" || !document.querySelector("#next-board")) return;
    const { CorrespondenceFollower } = await import("./correspondence");
    this.#correspondence = new CorrespondenceFollower();
  }

  #turnPassed(): void {
    if (isMyTurn(this.table) || table.isOver(this.table) || table.isReviewing(this.table)) return;
    if (loadSettings().next === "on") void this.#correspondence?.openNextGame();
  }

  #warnOfTime(leftMs: number): void {
    play("low");
    const minutes = Math.round(leftMs / 60_000);
    const seconds = Math.round(leftMs / 1_000);
    this.showNotice(
      minutes > 0
        ? tn("You have {n} minute left.", "You have {n} minutes left.", minutes)
        : tn("You have {n} second left.", "You have {n} seconds left.", seconds),
    );
  }

  send(message: ClientMessage): boolean {
    return this.#connection.send(message);
  }

  // Rendering.

  override render(): TemplateResult {
    if (this.isLearning)
      return html`<tantrix-mistake-trainer .game=${this.table} .positionAt=${(ply: number) => this.#review.positionAt(ply)} .settings=${this.settings} @mistakes-left=${() => this.#stopLearning()}></tantrix-mistake-trainer>`;
    if (this.isPlanning)
      return html`<tantrix-planner .game=${this.table} .settings=${this.settings} @plan-left=${() => this.#stopPlanning()}></tantrix-planner>`;
    const tip = this.isLegendOpen ? null : this.#coach.tip(this.table);
    return html`
      <div class=${this.#layout()} @cell-hover=${(e: CustomEvent) => this.#input.hover(e.detail.cell)}
          @cell-focus=${(e: CustomEvent) => this.#input.pointAt(e.detail.cell)}
          @cell-tap=${(e: CustomEvent) => this.#input.tap(e.detail.cell, e.detail.pointerType)}
          @tile-turn=${(e: CustomEvent) => this.#input.turn(e.detail.step)} @tile-cancel=${() => this.#input.cancel()} @confirm=${() => this.#input.confirm()}
          @text-place=${(e: CustomEvent) => this.#input.place(e.detail)} @text-back=${() => this.#input.takeOff()}
          @analysis-ply=${(e: CustomEvent) => void this.#review.show(e.detail.ply)}
          @analysis-hints=${(e: CustomEvent) => this.#showHints(e.detail.hints)}
          @analysis-announced=${(e: CustomEvent) => this.announce(e.detail.sentence)}>
        ${this.#opponents()}
        <tantrix-board .state=${this.table} .settings=${this.settings} .hiddenPly=${this.hiddenPly} .hints=${this.hints} .spot=${this.spot ?? tip?.cell} .refused=${this.refusal} .winning=${this.#winning}></tantrix-board>
        ${this.#winning.length > 0 ? html`<tantrix-tally .lines=${this.#winning} .table=${this.table} .isStill=${prefersReducedMotion(this.settings)}></tantrix-tally>` : nothing}
        ${this.isLegendOpen ? legend(this.#below().colour, () => this.#toggleLegend()) : nothing}
        ${this.#dock(tip)}
        ${this.#side(tip)}
        ${this.isAnalysisOpen ? html`<tantrix-game-analysis .table=${this.table}></tantrix-game-analysis>` : nothing}
        ${this.isTextOpen ? html`<tantrix-text-board .state=${this.table}></tantrix-text-board>` : nothing}
      </div>
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>
      ${this.nParts > 2 ? this.#dialogs() : nothing}`;
  }

  /** Return the class of the table: at its end the result takes the players' place. */
  #layout(): string {
    const isEnd = this.table.position.outcome !== null && !table.isReviewing(this.table);
    return `table${this.isAnalysisOpen ? " analysing" : isEnd ? " ended" : ""}`;
  }

  #tipBubble(tip: Tip): TemplateResult {
    const read = (all: boolean) => () => {
      if (all) this.#coach.readAll();
      else this.#coach.read(tip.name);
      this.requestUpdate();
      this.board().focusCursor();
    };
    return tipBubble(tip, this.table, this.#coach.count, read(false), read(true));
  }

  #trace = (colour: ColourLetter) => this.act(table.toggleTrace(this.table, colour));

  /** Render the bars of the others, in the order of their turns after the player below. */
  #opponents(): TemplateResult {
    const { seats } = this.table.game;
    const below = this.#below().seat;
    const others = seats.slice(below + 1).concat(seats.slice(0, below));
    return html`<section class="opponents" aria-label=${t("Players")}>
      <ul class="players ${others.length > 1 ? "many" : ""}">${others.map((seat) =>
        playerBar(this.table, seat, false, this.#trace),
      )}</ul>
    </section>`;
  }

  /** Return the seat whose bar is below the board: the player's own, for spectators the first. */
  #below(): SeatView {
    return table.dockedSeat(this.table) ?? (this.table.game.seats[0] as SeatView);
  }

  #side(tip: Tip | null): TemplateResult {
    return html`<section class="side" aria-label=${t("Game")}>${this.nParts > 1 ? this.#beside(tip) : nothing}</section>`;
  }

  #beside(tip: Tip | null): TemplateResult {
    const strip: StripListener = {
      show: (ply) => void this.#review.show(ply),
      point: (cell) => {
        this.spot = cell;
      },
    };
    const { tournament } = this.table.game;
    return html`<div class="side-scroll">
        <p class="game-terms">${this.dataset.terms}${tournament ? html` · <a href=${tournament}>${this.dataset.event}</a>` : nothing}</p>
        ${endPanel(this.table, {
          toggleAnalysis: () => void this.#toggleAnalysis(),
          learn: () => void this.#learn(),
          offer: (kind) => this.#agreements.offer(kind),
          reply: (kind, accept) => this.#agreements.reply(kind, accept),
        })}
        ${this.#goal && !this.#coach.isDone && !table.isOver(this.table) ? this.#goal : freeColours(this.table, this.#trace)}
        ${offersBar(this.table, this.#agreements)}
        ${placementStrip(
          this.table,
          drawPile(this.table, () => void this.#open("unseen")),
          strip,
          this.#strip.shown(this.table.laid.length),
        )}
        <tantrix-chat .table=${this.table} .settings=${this.settings}></tantrix-chat>
      </div>
      ${tip ? this.#tipBubble(tip) : nothing}
      ${toolBar(this.table, this.isReplayOpen, this.isTextOpen, this.isLegendOpen, {
        toggleLegend: () => this.#toggleLegend(),
        plan: () => void this.#plan(),
        open: (name) => void this.#open(name),
        toggleReplay: () => this.#review.toggle(),
        toggleText: () => void this.#toggleText(),
        toggleAnalysis: () => void this.#toggleAnalysis(),
        offer: (kind) => this.#agreements.offer(kind),
      })}`;
  }

  #dock(tip: Tip | null): TemplateResult {
    const toggleAnalysis = () => void this.#toggleAnalysis();
    const docked = table.dockedSeat(this.table);
    return html`<section class="dock" aria-label=${docked ? t("Your hand") : t("Players")}>
      <ul class="players">${playerBar(this.table, this.#below(), docked !== null, this.#trace, hintLine(this))}</ul>
      ${dockRow(this.table, this.#input, tip?.tile)}
      ${replayBar(
        this.table,
        this.isReplayOpen,
        {
          show: (ply) => void this.#review.show(ply),
          leave: () => this.#review.leave(),
          copyLink: () => void this.#review.copyLink(),
          toggleAnalysis,
        },
        this.isAnalysisOpen,
      )}
    </section>`;
  }

  #dialogs(): TemplateResult[] {
    const close = (name: DialogName) => this.#close(name);
    const change = (settings: Settings) => {
      this.settings = settings;
      saveSettings(settings);
      this.#automatic.act();
    };
    return [
      settingsDialog(this.settings, change, close),
      dialog("unseen", t("Unseen tiles"), unseenTable(this.table), close),
      dialog(
        "fairness",
        t("Fair shuffle proof"),
        html`<tantrix-shuffle-proof .state=${this.table}></tantrix-shuffle-proof>`,
        close,
      ),
      ...(mayNote(this.table)
        ? [dialog("notes", t("My notes"), html`<tantrix-notes game=${this.table.game.id}></tantrix-notes>`, close)]
        : []),
      dialog(
        "resign",
        t("Resign?"),
        resignBody(this.table, close, (seat) => this.#resign(seat)),
        close,
      ),
      dialog(
        "abort",
        t("Abort the game?"),
        abortBody(close, () => this.#abort()),
        close,
      ),
    ];
  }

  // Panels and dialogs.

  /** Open the analysis in place of the chat, loading its code only now; arrow keys then step the replay. */
  async #toggleAnalysis(): Promise<void> {
    this.closeMenu();
    await Promise.all([import("../analysis/game-panel"), loadStyle("analysis")]);
    this.isAnalysisOpen = !this.isAnalysisOpen;
    this.isReplayOpen = true;
    this.#makeRoom();
    await this.settled();
    this.querySelector<HTMLElement>(".analysis-button")?.focus();
    if (this.isAnalysisOpen) this.querySelector(".curve-box")?.scrollIntoView({ block: "nearest" });
  }

  /** On wide screens, the analysis takes the place of the chat. */
  #makeRoom(): void {
    if (!isWide()) return;
    if (this.isAnalysisOpen) this.#hadTalk = conversation.isOpen;
    conversation.toggle(!this.isAnalysisOpen && this.#hadTalk);
  }

  /** Go through the player's mistakes, loading the code only now. */
  async #learn(): Promise<void> {
    await Promise.all([import("./result/after-the-game"), loadStyle("analysis")]);
    this.isLearning = true;
  }

  /** Plan replies while others are to play, loading the code only now. */
  async #plan(): Promise<void> {
    await Promise.all([import("./plan/planner"), loadStyle("analysis")]);
    this.#review.leave();
    this.isPlanning = true;
  }

  #stopPlanning(): void {
    this.isPlanning = false;
  }

  #toggleLegend(): void {
    this.isLegendOpen = !this.isLegendOpen;
  }

  #stopLearning(): void {
    this.isLearning = false;
  }

  #showHints(hints: readonly HintTile[]): void {
    if (hints.length > 0 || this.hints.length > 0) this.hints = hints;
  }

  async #toggleText(): Promise<void> {
    await import("../table/text/board");
    this.isTextOpen = !this.isTextOpen;
    await this.updateComplete;
    this.querySelector<HTMLInputElement>("#text-command")?.focus();
  }

  #resign(seat: number): void {
    this.#close("resign");
    this.#agreements.resign(seat);
  }

  #abort(): void {
    this.#close("abort");
    this.#agreements.abort();
  }

  async #open(name: DialogName): Promise<void> {
    this.closeMenu();
    if (name === "fairness") await import("./shuffle-proof");
    this.nParts = 3;
    await this.updateComplete;
    this.querySelector<HTMLDialogElement>(`#dialog-${name}`)?.showModal();
  }

  #close(name: DialogName): void {
    this.querySelector<HTMLDialogElement>(`#dialog-${name}`)?.close();
  }
}

loadLanguage(document);
customElements.define("tantrix-game", TantrixGame);
