/**
 * `<tantrix-gobble>`: the page of a Gobble room, from the waiting room to the results. It holds the state, applies
 * messages from the server and actions of the player, and renders it.
 */
import { html, type TemplateResult } from "lit";
import type {
  GobbleClientMessage,
  GobbleServerMessage,
  Refused,
  Rushed,
  RushOutcomeView,
  RushRoomView,
  RushWelcome,
} from "../generated/protocol";
import { Announcer } from "../page/announcer";
import { parseElement } from "../page/data";
import { DeferredElement } from "../page/deferred-element";
import { loadLanguage, t } from "../page/i18n";
import { RequestError } from "../page/request";
import { type ConnectionState, messageId, ReconnectingSocket, socketAddress } from "../page/socket";
import { enableSounds } from "../page/sounds";
import {
  followSettings,
  loadSettings,
  loudness,
  prefersReducedMotion,
  type Settings,
  showSettings,
} from "../settings/preferences";
import type { LaidTile } from "../tiles/golden-rule";
import { BATCH_MS, giftAsked, RushAnnouncements, SLOW_BATCH_MS } from "./announcements";
import { rematch } from "./api";
import type { TantrixGobbleBoard } from "./board";
import { EffectPlayer, type Effects, NO_EFFECTS } from "./effects";
import { nOwed } from "./gift";
import { loadHelp } from "./help-level";
import { messageOf, RushInput } from "./input";
import { RushKeyboard } from "./keyboard";
import { Replayer } from "./replay-player";
import type { RematchState } from "./results";
import { dialogOf, dialogs, type RushScreen, tableScreen, waitingScreen } from "./screen";
import { type HelpLevel, type Rush, type RushCommand, seatsLeft } from "./state";
import { endingSentence, hostSentence, isOtherHost, rushOutcomeSentence } from "./text";
import { answered, updated, welcomed } from "./updates";

const RESEND_MS = 400;
const NOTICE_MS = 4_000; // so long a notice hides what to do next in a rush

export class TantrixGobble extends DeferredElement implements RushScreen {
  static override properties = {
    room: { state: true },
    rush: { state: true },
    outcome: { state: true },
    connection: { state: true },
    isHere: { state: true },
    settings: { state: true },
    help: { state: true },
    notice: { state: true },
    effects: { state: true },
    refused: { state: true },
    gift: { state: true },
    isRanksOpen: { state: true },
    rematchState: { state: true },
  };

  declare room: RushRoomView;
  declare rush: Rush;
  declare outcome: RushOutcomeView | null;
  declare connection: ConnectionState;
  declare isHere: readonly boolean[] | null;
  declare settings: Settings;
  declare help: HelpLevel;
  /** The latest notice, for a while or until the player acts. */
  declare notice: string | null;
  declare effects: Effects;
  /** A placement that was just refused. */
  declare refused: LaidTile | null;
  /** The tile chosen to give, null for the stock's; undefined if none was chosen. */
  declare gift: number | null | undefined;
  declare isRanksOpen: boolean;
  declare rematchState: RematchState;

  #socket: ReconnectingSocket<GobbleServerMessage, GobbleClientMessage>;
  readonly #announcer = new Announcer(() => this.querySelector(".announcements"));
  #announcements = new RushAnnouncements(() => this.rush.seat);
  #effectPlayer: EffectPlayer;
  /** When the rush began or will begin, on the clock of `performance.now()`. */
  zeroAt = 0;
  readonly replayer = new Replayer(() => this.requestUpdate());
  readonly #input = new RushInput(this);
  readonly #keyboard = new RushKeyboard(this, this.#input);
  #batchTimer: number | undefined;
  #noticeTimer: number | undefined;

  constructor() {
    super();
    const welcome = parseElement<RushWelcome>("welcome");
    this.settings = loadSettings();
    this.help = loadHelp();
    this.connection = "connecting";
    this.isHere = null;
    this.notice = null;
    this.effects = NO_EFFECTS;
    this.refused = null;
    this.gift = undefined;
    this.isRanksOpen = true;
    this.rematchState = { isOpening: false, refusal: "" };
    this.room = welcome.room;
    this.#welcome(welcome, null);
    this.#effectPlayer = new EffectPlayer({
      page: this,
      isStill: () => prefersReducedMotion(this.settings),
      boxOf: (cell) => this.board?.boxOf(cell) ?? { x: 0, y: 0, width: 0 },
      changed: (effects) => {
        this.effects = effects;
      },
    });
    this.#socket = new ReconnectingSocket(socketAddress(location, welcome.room.id, "gobble"), {
      message: (message) => this.#take(message),
      connection: (connection) => {
        this.connection = connection;
      },
      unacknowledged: () => this.rush.pending.map(({ id, command }) => messageOf(id, command)),
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    showSettings(this.settings);
    const signal = this.untilRemoved;
    followSettings((settings) => {
      this.settings = settings;
    }, signal);
    enableSounds(() => loudness(loadSettings()), signal);
    document.addEventListener("keydown", (event) => this.hasUpdated && this.#keyboard.keyed(event), { signal });
    document.addEventListener("pointerdown", (event) => this.#keyboard.pointed(event), { signal });
    this.#socket.keepOpen(signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#socket.close();
    this.replayer.close();
  }

  // Messages from the server.

  #take(message: GobbleServerMessage): void {
    switch (message.type) {
      case "rush_welcome":
        this.#welcome(message, this.rush);
        return;
      case "rushed":
        this.#takeUpdate(message);
        return;
      case "ack":
        this.rush = answered(this.rush, message.id);
        return;
      case "refused":
        this.#takeRefusal(message);
        return;
      case "stale":
        this.connection = message.is_stale ? "stale" : "live";
        return;
      case "rush_presence":
        this.isHere = message.is_here;
        this.room = { ...this.room, host: message.host };
    }
  }

  #welcome(welcome: RushWelcome, before: Rush | null): void {
    const was = this.room;
    this.room = welcome.room;
    this.rush = welcomed(welcome, before);
    this.outcome = welcome.outcome;
    if (welcome.at_ms !== null) this.zeroAt = performance.now() - welcome.at_ms;
    if (welcome.room.phase === "countdown") this.#beginAtZero();
    if (was.phase === "waiting" && welcome.room.phase !== "waiting") this.notice = null;
    if (before && isOtherHost(was, welcome.room)) this.showNotice(hostSentence(welcome.room));
    if (before && welcome.room.rematch && !was.rematch) this.showNotice(t("A rematch is waiting."));
    if (this.outcome) void this.replayer.fetch(this.room);
  }

  /** Start at zero, even if the server's message has not arrived yet. */
  #beginAtZero(): void {
    // A timer can fire a moment too early.
    window.setTimeout(() => this.requestUpdate(), Math.max(0, this.zeroAt - performance.now()) + 10);
  }

  #takeUpdate(update: Rushed): void {
    const before = this.rush;
    const after = updated(before, update);
    if (after === null) {
      this.#socket.send({ type: "sync", version: before.version });
      return;
    }
    if (after === before) return;
    this.zeroAt = Math.min(this.zeroAt, performance.now() - update.at_ms);
    this.rush = after;
    this.#effectPlayer.show(this.room, before, after, update);
    this.#announce(update);
    for (const event of update.events) {
      if (event.kind === "over") this.#end(event.outcome);
      if (event.kind === "turned" && event.seat === after.seat) this.#input.aimAgain();
    }
    this.#input.giveIfForced();
  }

  #announce(update: Rushed): void {
    const report = this.#announcements.take(this.room, update);
    for (const sentence of report.sentences) this.#announcer.announce(sentence);
    if (update.events.some((event) => event.kind === "laid" && event.seat === this.rush.seat) && nOwed(this.rush) > 0)
      this.#announcer.announce(giftAsked(this.room, this.rush));
    if (!report.hasMore || this.#batchTimer !== undefined) return;
    const isSlow = this.room.settings.pace < 100 || this.room.settings.choose_s > 5;
    this.#batchTimer = window.setTimeout(() => this.#announceBatch(), isSlow ? SLOW_BATCH_MS : BATCH_MS);
  }

  #announceBatch(): void {
    this.#batchTimer = undefined;
    const sentence = this.#announcements.gathered(this.room);
    if (sentence) this.#announcer.announce(sentence);
  }

  #takeRefusal(refused: Refused): void {
    const command = this.rush.pending.find(({ id }) => id === refused.id)?.command;
    if (refused.id === null && refused.code === "too_fast") {
      window.setTimeout(() => this.#resend(), RESEND_MS);
      return;
    }
    if (refused.id !== null) this.rush = answered(this.rush, refused.id);
    if (command?.name === "lay") this.#input.takeBack(command.placement, refused.detail);
    else if (command) this.showNotice(refused.detail);
  }

  #resend(): void {
    for (const { id, command } of this.rush.pending) this.#socket.send(messageOf(id, command));
  }

  #end(outcome: RushOutcomeView): void {
    this.outcome = outcome;
    this.room = { ...this.room, phase: "over" };
    this.isRanksOpen = true;
    this.#announcer.announce(
      `${rushOutcomeSentence(this.room, outcome, seatsLeft(this.rush))} ${endingSentence(outcome)}`,
    );
    void this.replayer.fetch(this.room);
  }

  // RushPage and RushScreen.

  get isReplaying(): boolean {
    return this.replayer.isOpen;
  }

  get isRunning(): boolean {
    const { phase } = this.room;
    return phase === "running" || (phase === "countdown" && performance.now() >= this.zeroAt);
  }

  transmit(id: string, command: RushCommand): boolean {
    return this.#socket.send(messageOf(id, command));
  }

  announce(sentence: string): void {
    this.#announcer.announce(sentence);
  }

  welcomed(welcome: RushWelcome): void {
    this.#welcome(welcome, this.rush);
  }

  leave(): void {
    dialogOf(this, "leave")?.close();
    this.#socket.send({ type: "leave", id: messageId() });
  }

  reconnect(): void {
    this.#socket.close();
    this.#socket.open();
  }

  showNotice(sentence: string): void {
    this.notice = sentence;
    window.clearTimeout(this.#noticeTimer);
    if (this.isRunning)
      this.#noticeTimer = window.setTimeout(() => {
        this.notice = null;
      }, NOTICE_MS);
    this.#announcer.announce(sentence);
  }

  async rematch(withHandicap: boolean): Promise<void> {
    this.rematchState = { isOpening: true, refusal: "" };
    this.announce(t("Opening the room …"));
    try {
      const { url } = await rematch(this.room.id, withHandicap);
      location.assign(url);
    } catch (error) {
      const refusal = error instanceof RequestError ? error.message : t("No connection.");
      this.rematchState = { isOpening: false, refusal };
      this.announce(refusal);
    }
  }

  // Rendering.

  override render(): TemplateResult {
    return html`
      ${this.room.phase === "waiting" ? waitingScreen(this) : tableScreen(this, this.#input)}
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>
      ${dialogs(this)}`;
  }

  get board(): TantrixGobbleBoard | null {
    return this.querySelector("tantrix-gobble-board");
  }
}

loadLanguage(document);
customElements.define("tantrix-gobble", TantrixGobble);
