/** `<tantrix-lobby>`: challenges, quick pairing, games to watch and who is online, kept up to date by a socket. */
import { html, nothing, type TemplateResult } from "lit";
import type {
  ChallengeView,
  ColourLetter,
  Lobby,
  LobbyClientMessage,
  LobbyServerMessage,
  NewChallenge,
  PoolView,
  SeatTaken,
} from "../generated/protocol";
import { Announcer } from "../page/announcer";
import { parseElement } from "../page/data";
import { DeferredElement } from "../page/deferred-element";
import { loadLanguage, t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { loadPreference, savePreference } from "../page/preferences/store";
import { RequestError } from "../page/request";
import { ReconnectingSocket } from "../page/socket";
import { loadJson, saveJson } from "../page/storage";
import * as api from "./api";
import { fieldsOf, readChallenge } from "./challenge-form";
import { rememberedPreferences, rememberPreferences, withPreference } from "./colour-preferences";
import { createDialog, type Opponent, type Robot } from "./create-game";
import { featuredGame } from "./featured-game";
import { type ListActions, type LobbyPage, playedList, playerList, waitingList } from "./lists";
import { standby } from "./play-while-waiting";
import { type QuickActions, quickPairing } from "./quick-pairing";
import * as lobby from "./state";
import { type Controls, presenceText } from "./text";

const NAME_KEY = "tantrix.name";
const RATED = "last/rated";
const BEGUN_KEY = "tantrix.begun";
const LINGER_MS = 2_500;
const ANNOUNCE_EVERY_MS = 8_000;

interface Choices {
  robots: Robot[];
  controls: Controls;
  /** The time controls on offer, in order. */
  times: readonly string[];
  invite: string | null;
}

export class TantrixLobby extends DeferredElement {
  static override properties = {
    state: { state: true },
    connection: { state: true },
    notice: { state: true },
    isBusy: { state: true },
    isRated: { state: true },
    opponent: { state: true },
    to: { state: true },
    problem: { state: true },
    preferences: { state: true },
    gone: { state: true },
  };

  declare state: lobby.LobbyState;
  declare connection: "connecting" | "live" | "lost";
  declare notice: string;
  declare isBusy: boolean;
  declare isRated: boolean;
  declare opponent: Opponent;
  /** The name of the player to be invited. */
  declare to: string;
  /** Why the dialog could not create a game. */
  declare problem: string;
  /** The preferred colours for other players' challenges, best first. */
  declare preferences: readonly ColourLetter[];
  /** Challenges that are gone but still shown in place for a moment. */
  declare gone: readonly ChallengeView[];
  #choices: Choices;
  #socket: ReconnectingSocket<LobbyServerMessage, LobbyClientMessage>;
  #announcer = new Announcer(() => this.querySelector(".lobby-said"));
  #saidAt = 0;
  /** Today's puzzle, which the server has put below the lobby. */
  readonly #puzzle = document.querySelector(".todays");

  constructor() {
    super();
    this.state = lobby.begin(read("lobby") as Lobby);
    this.#choices = read("choices") as Choices;
    [this.connection, this.notice, this.isBusy, this.gone] = ["connecting", "", false, []];
    const hasAccount = this.lobby.me.account !== null;
    this.isRated = hasAccount && lobby.startsRated(this.lobby.pools, loadPreference(RATED));
    this.to = (hasAccount && this.#choices.invite) || "";
    [this.opponent, this.problem] = [this.to ? "player" : "anyone", ""];
    this.preferences = hasAccount ? [] : rememberedPreferences();
    this.#socket = new ReconnectingSocket<LobbyServerMessage, LobbyClientMessage>(address(), {
      message: (message) => this.#receive(message),
      connection: (connection) => {
        this.connection = connection === "lost" ? "lost" : "live";
      },
      unacknowledged: () => null,
    });
  }

  get lobby(): Lobby {
    return this.state.lobby;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#socket.keepOpen(this.untilRemoved);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#socket.close();
  }

  #receive(message: LobbyServerMessage): void {
    if (message.type === "begun") this.#go(message.url);
    if (message.type === "refused") this.notice = message.detail;
    const before = this.state;
    this.state = lobby.applyLobbyMessage(before, message);
    if (this.state.hasGap) this.#socket.send({ type: "sync", version: Math.max(0, before.version) });
    else if (message.type === "lobby_changed") this.#announceChange(before.lobby);
  }

  /** Keep showing removed challenges for a moment, and announce new ones, at most every few seconds. */
  #announceChange(before: Lobby): void {
    const ids = new Set(this.lobby.challenges.map((one) => one.id));
    const gone = before.challenges.filter((one) => !ids.has(one.id));
    if (gone.length > 0) {
      this.gone = [...this.gone, ...gone];
      window.setTimeout(() => {
        this.gone = this.gone.filter((one) => !gone.includes(one));
      }, LINGER_MS);
    }
    const fresh = lobby.newChallenges(before, this.lobby);
    for (const one of fresh.filter((each) => each.role === "invited"))
      this.#announcer.announce(t("{name} invites you to a game.", { name: one.seats[0]?.name ?? "" }));
    const others = fresh.filter((one) => one.role === "none").length;
    if (others > 0 && Date.now() - this.#saidAt > ANNOUNCE_EVERY_MS) {
      this.#saidAt = Date.now();
      this.#announcer.announce(tn("{n} new challenge.", "{n} new challenges.", others));
    }
  }

  /** Go to a game that has begun, but only once: a player who comes back stays here. */
  #go(url: string): void {
    const known = loadJson<string[]>(BEGUN_KEY, [], () => sessionStorage);
    if (known.includes(url)) return;
    saveJson(BEGUN_KEY, [...known.slice(-20), url], () => sessionStorage);
    location.assign(url);
  }

  async #ask(asking: Promise<SeatTaken | unknown>): Promise<boolean> {
    this.isBusy = true;
    this.notice = "";
    try {
      const met = (await asking) as Partial<SeatTaken> | null;
      if (met?.url) this.#go(met.url);
      this.#reconnectWithSession();
      return true;
    } catch (error) {
      this.notice = error instanceof RequestError ? error.message : t("No connection.");
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  /** Reconnect after the first request, which gave this browser a session, so that the socket belongs to it. */
  #reconnectWithSession(): void {
    if (this.lobby.me.has_session) return;
    this.#socket.close();
    this.#socket.open();
  }

  #name(): string {
    const name = this.querySelector<HTMLInputElement>("#my-name")?.value.trim() ?? "";
    saveJson(NAME_KEY, name);
    return name;
  }

  readonly #lists: ListActions = {
    take: (challenge) => void this.#ask(api.take(challenge.id, this.#name(), this.preferences)),
    withdraw: (challenge) => void this.#ask(api.withdraw(challenge.id)),
    invite: (name) => void this.#create("player", name),
    prefer: (rank, chosen) => {
      this.preferences = withPreference(this.preferences, rank, chosen);
      rememberPreferences(this.preferences);
    },
  };

  readonly #quick: QuickActions = {
    seek: (pool: PoolView) => void this.#ask(api.seek(pool.name, this.#name())),
    stop: () => void this.#ask(api.stopSeeking()),
    rate: (isRated) => {
      this.isRated = isRated;
      savePreference(RATED, isRated ? "yes" : "no");
    },
  };

  override firstUpdated(): void {
    if (this.to) void this.#create("player", this.to);
  }

  /** Open the dialog that creates a game. */
  async #create(opponent: Opponent = this.opponent, to = ""): Promise<void> {
    [this.opponent, this.to, this.problem] = [opponent, to, ""];
    await this.updateComplete;
    const dialog = this.#dialog();
    if (!dialog?.open) dialog?.showModal();
    if (opponent === "player")
      this.querySelector<HTMLElement>(to ? ".create-game [type=submit]" : "[name=to]")?.focus();
  }

  #dialog(): HTMLDialogElement | null {
    return this.querySelector<HTMLDialogElement>("#create-game");
  }

  async #post(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.isBusy) return;
    const challenge: NewChallenge = readChallenge(fieldsOf(event.target as HTMLFormElement), this.#name());
    const isPosted = await this.#ask(api.postChallenge(challenge));
    [this.problem, this.notice] = [this.notice, ""];
    if (!isPosted) return;
    this.#dialog()?.close();
    if (challenge.to !== null) this.#announcer.announce(t("Invitation sent."));
  }

  override render(): TemplateResult {
    const { controls, robots, times } = this.#choices;
    const gone = new Set(this.gone.map((one) => one.id));
    const challenges = lobby.ordered([...this.lobby.challenges, ...this.gone.filter((one) => !this.#isHere(one))]);
    const shown: LobbyPage = { lobby: this.lobby, challenges, gone, controls, preferences: this.preferences };
    return html`
      <p class="visually-hidden lobby-said" role="status"></p>
      <div class="lobby">
        <div class="lobby-main">
          ${this.#notes()}
          <div class="lobby-head"><p class="quiet">${presenceText(this.lobby)}</p>${this.#myName()}<button type="button" class="primary large create-button" @click=${() => void this.#create()}>${icon("plus")} ${t("Create a game")}</button></div>
          ${quickPairing(this.lobby, this.isRated, controls, this.#quick)}
          <section aria-labelledby="waiting-title"><h2 id="waiting-title">${t("Open challenges")}</h2>${waitingList(shown, this.#lists)}</section>
          <section aria-labelledby="played-title"><h2 id="played-title">${t("Games in play")}</h2>${playedList(shown)}</section>
          ${this.#puzzle}
        </div>
        <div class="lobby-side">
          ${featuredGame(this.lobby)}${standby(this.lobby)}
          <tantrix-lobby-chat newest=${this.lobby.n_chat}></tantrix-lobby-chat>
          <section class="lobby-here" aria-labelledby="here-title"><h2 id="here-title">${t("Who is here")}</h2>${playerList(shown, this.#lists)}</section>
        </div>
      </div>
      ${createDialog({
        hasAccount: this.lobby.me.account !== null,
        isRated: this.isRated,
        controls,
        times,
        robots,
        opponent: this.opponent,
        to: this.to,
        problem: this.problem,
        isBusy: this.isBusy,
        choose: (opponent) => void this.#create(opponent),
        submit: (event) => void this.#post(event),
        close: () => this.#dialog()?.close(),
      })}`;
  }

  #isHere(challenge: ChallengeView): boolean {
    return this.lobby.challenges.some((one) => one.id === challenge.id);
  }

  #notes(): TemplateResult {
    return html`${this.connection === "lost" ? html`<p class="notice-box" role="status">${t("No connection.")}</p>` : nothing}
      ${this.notice ? html`<p class="error-note" role="alert">${this.notice}</p>` : nothing}`;
  }

  #myName(): TemplateResult | typeof nothing {
    if (this.lobby.me.account !== null) return nothing;
    return html`<label class="lobby-field my-name"><span>${t("Display name")}</span><input id="my-name" maxlength="40" autocomplete="nickname" value=${loadJson(NAME_KEY, "")} @change=${() => this.#name()}></label>`;
  }
}

function address(): string {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/lobby/socket`;
}

function read(id: string): unknown {
  return parseElement(id);
}

loadLanguage(document);
customElements.define("tantrix-lobby", TantrixLobby);
