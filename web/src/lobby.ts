/** `<tantrix-lobby>`: the open tables that wait for players, and those in play. */
import { html, LitElement, type TemplateResult } from "lit";
import { swatch } from "./draw";
import { speakAsThePage, t } from "./i18n";
import type { Lobby, SeatView, TableView } from "./protocol";

const LOOK_AGAIN_MS = 3_000;

export class TantrixLobby extends LitElement {
  static override properties = { lobby: { state: true }, isLost: { state: true } };

  declare lobby: Lobby;
  declare isLost: boolean;
  #timer = 0;

  constructor() {
    super();
    this.lobby = JSON.parse(document.getElementById("lobby")?.textContent ?? "null") as Lobby;
    this.isLost = false;
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => document.hidden || void this.#look(), LOOK_AGAIN_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    try {
      const answer = await fetch("/api/lobby");
      this.isLost = !answer.ok;
      if (answer.ok) this.lobby = (await answer.json()) as Lobby;
    } catch {
      this.isLost = true;
    }
  }

  override render(): TemplateResult {
    const { waiting, in_play: inPlay } = this.lobby;
    return html`<p class="quiet" role="status">${this.isLost ? t("No connection.") : ""}</p>
      <h2>${t("Tables with a free seat")}</h2>
      ${list(waiting, t("No table is waiting for players."), t("Sit down"))}
      <h2>${t("In play")}</h2>
      ${list(inPlay, t("No open table is in play."), t("Watch"))}`;
  }
}

function list(tables: readonly TableView[], none: string, verb: string): TemplateResult {
  if (tables.length === 0) return html`<p>${none}</p>`;
  return html`<ul class="game-list">${tables.map(
    (table) => html`<li><a class="game-row" href=${table.url}>
      <span class="game-seats">${table.seats.map((seat) => seatShown(seat, table))}</span>
      <span class="game-state"><strong>${verb}</strong>${table.is_rated ? ` · ${t("rated")}` : ""}${table.control ? ` · ${table.control}` : ""} · ${table.rules}</span>
      <time datetime=${table.started_at}>${table.started_at.slice(11, 16)}</time></a></li>`,
  )}</ul>`;
}

function seatShown(seat: SeatView, table: TableView): TemplateResult {
  const isFree = seat.kind === "open";
  return html`<span class="game-seat">${swatch(seat.colour)}${isFree ? t("free seat") : seat.name}${
    table.ply > 0 ? html` <b>${table.scores[seat.seat]}</b>` : ""
  }</span>`;
}

speakAsThePage(document);
customElements.define("tantrix-lobby", TantrixLobby);
