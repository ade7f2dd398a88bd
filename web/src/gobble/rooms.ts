/** `<tantrix-gobble-rooms>`: open a Gobble room, start at once alone or with robots, or find a room to join. */
import { html, nothing, type TemplateResult } from "lit";
import type { NewRush, RushLobby, RushRow, RushSettings } from "../generated/protocol";
import { parseElement } from "../page/data";
import { listed, loadLanguage, t, tn } from "../page/i18n";
import { LightElement } from "../page/light-element";
import { loadName, saveName } from "../page/players/guest-name";
import { RequestError } from "../page/request";
import { type Segment, segments } from "../settings/segments";
import * as api from "./api";
import { ROBOT_STYLES, type RobotStyle, styleName, styleSentence } from "./text";

const POLL_MS = 3_000;
const LENGTHS = [8, 12, 18, 24];
const ROBOTS = [0, 1, 2, 3, 5];

const SETTINGS: RushSettings = {
  double_gobble: false,
  penalty: "forced-only",
  handicaps: [],
  share: null,
  choose_s: 5,
  limit_s: 900,
  pace: 100,
  rated: false,
};

export class TantrixGobbleRooms extends LightElement {
  static override properties = { lobby: { state: true }, notice: { state: true }, isBusy: { state: true } };

  declare lobby: RushLobby;
  declare notice: string;
  declare isBusy: boolean;
  #timer = 0;

  constructor() {
    super();
    this.lobby = parseElement<RushLobby>("lobby");
    this.notice = "";
    this.isBusy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => document.hidden || void this.#poll(), POLL_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  /** Lead to a code that led nowhere. */
  protected override firstUpdated(): void {
    if (!this.dataset.code) return;
    const typed = this.querySelector<HTMLInputElement>("[name=code]");
    typed?.focus({ preventScroll: true });
    typed?.scrollIntoView({ block: "center" });
  }

  async #poll(): Promise<void> {
    try {
      this.lobby = await api.lobby();
    } catch {
      // The next attempt may succeed.
    }
  }

  async #open(room: Partial<NewRush>, startsNow: boolean): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    const name = this.querySelector<HTMLInputElement>("#gobble-name")?.value.trim() ?? "";
    saveName(name);
    try {
      const { id, url } = await api.openRoom({ name, robots: [], settings: SETTINGS, listing: "private", ...room });
      if (startsNow) await api.start(id);
      location.assign(url);
    } catch (error) {
      this.notice = error instanceof RequestError ? error.message : t("No connection.");
      this.isBusy = false;
    }
  }

  #openRoom(event: Event): void {
    event.preventDefault();
    const listing = new FormData(event.target as HTMLFormElement).get("listing") === "open" ? "open" : "private";
    void this.#open({ listing }, false);
  }

  #quick(event: Event): void {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const share = Number(fields.get("share"));
    const robots = Array.from(
      { length: Number(fields.get("robots")) },
      () => String(fields.get("style")) as RobotStyle,
    );
    const most = Math.floor(54 / (robots.length + 1));
    void this.#open({ robots, settings: { ...SETTINGS, share: share < most ? share : null } }, true);
  }

  override render(): TemplateResult {
    return html`<div class="gobble-ways">
        ${this.notice ? html`<p class="error-note" role="alert">${this.notice}</p>` : nothing}
        ${this.#codeForm()}${this.#roomForm()}${quickForm((event) => this.#quick(event))}
      </div>
      ${this.#rooms()}`;
  }

  #roomForm(): TemplateResult {
    const name = this.dataset.name || loadName();
    return html`<form class="card way" @submit=${(event: Event) => this.#openRoom(event)}>
      <h2>${t("Play with friends")}</h2>
      <label class="stack-label"><span>${t("Your name")}</span><input id="gobble-name" name="name" maxlength="40" autocomplete="nickname" .value=${name}></label>
      <button type="submit" class="primary play">${this.isBusy ? t("Opening the room …") : t("Open a room")}</button>
      <label class="tick"><input type="checkbox" name="listing" value="open"> ${t("Public, on this page")}</label>
      <p class="quiet">${t("Two to eight players, robots included. You decide there who gets how many tiles.")}</p>
    </form>`;
  }

  /** Render where a code is typed, which the server looks up; one that led nowhere is shown again. */
  #codeForm(): TemplateResult {
    const code = this.dataset.code ?? "";
    return html`<form class="card way" action="/gobble" method="get">
      <h2>${t("Join a room")}</h2>
      ${code ? html`<p class="error-note" role="alert" id="code-note">${t("No open room has the code {code}.", { code })}</p>` : nothing}
      <div class="code-row"><label class="stack-label"><span>${t("Room code")}</span><input name="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="KIWI 42" aria-invalid=${code ? "true" : nothing} aria-describedby=${code ? "code-note" : nothing} .value=${code}></label>
        <button type="submit">${t("Join")}</button></div>
    </form>`;
  }

  #rooms(): TemplateResult {
    const { waiting, in_play: inPlay, mine } = this.lobby;
    return html`<section class="gobble-list">
      <h2>${t("Open rooms")}</h2>
      ${waiting.length === 0 ? html`<p class="quiet">${t("No open rooms.")}</p>` : html`<ul class="game-list">${waiting.map((row) => roomRow(row, t("Join")))}</ul>`}
      ${inPlay.length === 0 ? nothing : html`<h2>${t("In play")}</h2><ul class="game-list">${inPlay.map((row) => roomRow(row, t("Watch")))}</ul>`}
      ${mine.length === 0 ? nothing : html`<h2>${t("Your rushes")}</h2><ul class="game-list">${mine.map((row) => roomRow(row, row.phase === "over" ? t("Watch the rush again") : t("Go on")))}</ul>`}
    </section>`;
  }
}

/** Render how a rush starts at once, against robots or the clock. */
function quickForm(start: (event: Event) => void): TemplateResult {
  return html`<form class="card way" @submit=${start}>
    <h2>${t("Without friends, at once")}</h2>
    <div class="way-fields">
      ${segments(
        "robots",
        t("Robots"),
        ROBOTS.map((n) => [String(n), n > 0 ? String(n) : t("none, against the clock")]),
        "3",
      )}
      ${segments(
        "style",
        t("Style"),
        ROBOT_STYLES.map((style) => [
          style,
          html`<span>${styleName(style)}<br><small>${styleSentence(style)}</small></span>`,
        ]),
        "balanced",
      )}
      ${lengthField(12)}
    </div>
    <button type="submit">${t("Start now")}</button>
  </form>`;
}

function lengthField(chosen: number): TemplateResult {
  const choices = LENGTHS.map((n): Segment => [String(n), String(n)]);
  return segments("share", t("Tiles per player"), [...choices, ["54", t("all")]], String(chosen));
}

function roomRow(row: RushRow, verb: string): TemplateResult {
  const free = row.n_seats_free > 0 ? ` · ${tn("{n} free seat", "{n} free seats", row.n_seats_free)}` : "";
  const rated = row.is_rated ? ` · ${t("rated")}` : "";
  return html`<li><a class="game-row" href=${row.url}>
    <span class="game-seats">${row.names.length > 0 ? listed(row.names) : t("nobody yet")}</span>
    <span class="game-state"><strong>${verb}</strong>${rated}${free}</span>
    <time datetime=${row.created_at}>${row.created_at.slice(11, 16)}</time></a></li>`;
}

loadLanguage(document);
customElements.define("tantrix-gobble-rooms", TantrixGobbleRooms);
