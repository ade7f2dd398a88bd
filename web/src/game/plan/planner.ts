/**
 * `<tantrix-planner>`: plans of a correspondence game: if the others lay these tiles, I lay those.
 *
 * The player lays the tiles of all seats on the board of the game, on trial, and adds the line to the plan. The
 * positions come from the server. The board, the rack and the keys are those of the game; nothing is sent to the table.
 *
 * Event: `plan-left`, back to the game.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import "../../table/board";
import type { ClientMessage, ForeseenView, PlannedTile, PlanView } from "../../generated/protocol";
import { t, tn } from "../../page/i18n";
import { RequestError, request } from "../../page/request";
import { dockRow, hintLine } from "../../table/dock";
import { TablePage } from "../../table/page";
import { smallRack } from "../../table/rack";
import { laidAnnouncement, promptSentence, seatName } from "../../table/sentences";
import type { TableState } from "../../table/state";
import * as table from "../../table/state";
import { TurnInput } from "../../table/turn-input";
import { TurnKeys } from "../../table/turn-keys";
import { tilePicture } from "../../tiles/draw";
import { parsePlacement } from "../../tiles/placement";
import { tileText } from "../../tiles/text";
import { endsWithReply, seatsOf, stepSentence } from "./steps";

type PlanLine = readonly PlannedTile[];

export class TantrixPlanner extends TablePage {
  static override properties = {
    game: { attribute: false },
    settings: { attribute: false },
    line: { state: true },
    lines: { state: true },
  };

  /** The game as it stands. */
  declare game: TableState;
  /** The line on the board. */
  declare line: PlanLine;
  /** The lines of the plan; null until they have arrived. */
  declare lines: readonly PlanLine[] | null;
  readonly isReplayOpen = false;

  #input = new TurnInput(this);
  #keys = new TurnKeys(this, this.#input, (to) => to === "previous" && this.#takeBack());

  constructor() {
    super();
    this.line = [];
    this.lines = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.table = { ...this.game, aiming: "none" };
    document.addEventListener("keydown", (event) => this.#keys.pressed(event), { signal: this.untilRemoved });
    void this.#begin();
  }

  override updated(changed: PropertyValues<this>): void {
    const before = changed.get("game") as TableState | undefined;
    if (before && before.version !== this.game.version) void this.#begin();
  }

  /** Read the plan and show the board of the game, at first and whenever the game has moved on. */
  async #begin(): Promise<void> {
    await this.#try(async () => {
      this.lines = ((await request("GET", this.#address)) as PlanView).lines;
      await this.#show([]);
    });
    this.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }

  /** Show the position after a line. */
  async #show(line: PlanLine): Promise<void> {
    const body = { ply: this.game.position.ply, lines: line.length > 0 ? [line] : [] };
    const { laid, position } = (await request("POST", `${this.#address}/position`, body)) as ForeseenView;
    const seats = this.game.game.seats.map((seat) => ({ ...seat, is_mine: true, stand_in: null }));
    const { traced } = this.table;
    this.line = line;
    this.message = null;
    this.table = { ...table.localState({ ...this.game.game, seats }, laid, position), traced };
  }

  /** Lay a tile on trial, which a game would send to the server. */
  send(message: ClientMessage): boolean {
    if (message.type === "place") void this.#lay(message.placement);
    return true;
  }

  async #lay(placement: string): Promise<void> {
    await this.#try(() => this.#show([...this.line, { placement, draw: null }]));
    const laid = this.table.laid.at(-1);
    if (laid && this.line.at(-1)?.placement === placement)
      this.announce(`${laidAnnouncement(this.game.game, laid)} ${promptSentence(this.table)}`);
  }

  async #takeBack(): Promise<void> {
    if (this.line.length === 0) return;
    await this.#try(() => this.#show(this.line.slice(0, -1)));
    this.announce(promptSentence(this.table));
  }

  /** Let the last tile of the line be followed by the draw of a certain tile, or of any. */
  async #draw(draw: number | null): Promise<void> {
    const last = this.line.at(-1);
    if (last) await this.#try(() => this.#show([...this.line.slice(0, -1), { ...last, draw }]));
  }

  async #addLine(): Promise<void> {
    if (await this.#save([...(this.lines ?? []), this.line])) this.showNotice(t("Added to your plan."));
  }

  async #remove(line: PlanLine): Promise<void> {
    const others = (this.lines ?? []).filter((one) => one !== line);
    if (await this.#save(others)) this.showNotice(t("Removed from your plan."));
  }

  /** Save the plan and start a new line; return whether it was saved. */
  async #save(lines: readonly PlanLine[]): Promise<boolean> {
    return this.#try(async () => {
      const body = { ply: this.game.position.ply, lines };
      this.lines = ((await request("PUT", this.#address, body)) as PlanView).lines;
      await this.#show([]);
    });
  }

  /** Do something that the server may refuse, and show why; return whether it was done. */
  async #try(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.table = { ...this.table, pending: null };
      this.showError(error.message);
      return false;
    }
  }

  get #address(): string {
    return `/api/games/${this.game.game.id}/plan`;
  }

  override render(): TemplateResult {
    const { seats } = this.game.game;
    const others = seats.filter((seat) => seat.seat !== this.table.position.to_play);
    return html`<div class="table learning" @cell-hover=${(e: CustomEvent) => this.#input.hover(e.detail.cell)}
        @cell-focus=${(e: CustomEvent) => this.#input.pointAt(e.detail.cell)}
        @cell-tap=${(e: CustomEvent) => this.#input.tap(e.detail.cell, e.detail.pointerType)}
        @tile-turn=${(e: CustomEvent) => this.#input.turn(e.detail.step)} @tile-cancel=${() => this.#input.cancel()} @confirm=${() => this.#input.confirm()}>
        <tantrix-board .state=${this.table} .settings=${this.settings} .refused=${this.refusal}></tantrix-board>
        <section class="dock" aria-label=${this.#turn()}>${hintLine(this)}${dockRow(this.table, this.#input)}</section>
        <section class="side outcome trainer" aria-label=${t("Plan ahead")}>
          <header class="result-field field-none">
            <h2 tabindex="-1">${t("Plan ahead")}</h2>
            <p>${t("Place the tiles you expect from others, then your reply. If they play them, your reply is placed at once. Only you can see this.")}</p>
          </header>
          <div class="result-body">
            ${this.#current()}
            ${this.#plan()}
            ${others.map((one) => html`<p class="opponent-hand"><span class="strip-label">${one.name}</span>${smallRack(this.table, one.seat)}</p>`)}
          </div>
        </section>
      </div>
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>`;
  }

  /** Name the player whose hand is on the rack. */
  #turn(): string {
    return t("The hand of {name}", { name: seatName(this.game.game, this.table.position.to_play) });
  }

  /** Render the line on the board, and what can be done with it. */
  #current(): TemplateResult {
    const isComplete = endsWithReply(this.game.game, seatsOf(this.line, this.game.position));
    return html`${this.line.length > 0 ? this.#steps(this.line, t("Line")) : nothing}
      ${this.#drawField()}
      <div class="outcome-buttons">
        <button type="button" class="primary" ?disabled=${!isComplete} @click=${() => void this.#addLine()}>${t("Add to the plan")}</button>
        <button type="button" ?disabled=${this.line.length === 0} @click=${() => void this.#takeBack()}>${t("Take back")}</button>
        <button type="button" @click=${() => this.emit("plan-left")}>${t("To the game")}</button>
      </div>`;
  }

  #drawField(): TemplateResult | typeof nothing {
    const last = this.line.at(-1);
    const { unseen } = this.table.position;
    if (!last || (unseen.length === 0 && last.draw === null)) return nothing;
    const tiles = last.draw ? [...unseen, last.draw].sort((a, b) => a - b) : unseen;
    return html`<label class="draw-field"><span>${t("Draw")}</span>
      <select name="draw" @change=${(event: Event) => void this.#draw(Number((event.target as HTMLSelectElement).value) || null)}>
        <option value="" ?selected=${last.draw === null}>${t("any tile")}</option>
        ${tiles.map((tile) => html`<option value=${tile} ?selected=${last.draw === tile}>${tileText(tile)}</option>`)}
      </select></label>`;
  }

  #plan(): TemplateResult | typeof nothing {
    const { lines } = this;
    if (!lines || lines.length === 0) return nothing;
    return html`<h3 class="strip-label">${tn("{n} line in your plan", "{n} lines in your plan", lines.length)}</h3>
      ${lines.map((line, n) => this.#planned(line, t("Line {n}", { n: n + 1 })))}`;
  }

  #planned(line: PlanLine, label: string): TemplateResult {
    return html`<div role="group" aria-label=${label}>${this.#steps(line, label)}
      <div class="study-tools">
        <button type="button" @click=${() => void this.#try(() => this.#show(line))}>${t("Show")}</button>
        <button type="button" @click=${() => void this.#remove(line)}>${t("Remove")}</button>
      </div></div>`;
  }

  #steps(line: PlanLine, label: string): TemplateResult {
    const { game, position } = this.game;
    const seats = seatsOf(line, position);
    return html`<ol class="study-line" aria-label=${label}>${line.map((step, n) => {
      const seat = seats[n] ?? null;
      const placement = parsePlacement(step.placement);
      const colour = seat === null ? null : game.seats[seat]?.colour;
      return html`<li><span class="placement" role="img" aria-label=${stepSentence(game, step, seat)} title=${stepSentence(game, step, seat)}>
        ${placement ? tilePicture(placement.tile, placement.rotation) : nothing}<i class=${colour ? `bar-${colour}` : ""}></i></span>
        ${step.draw ? html`<span class="placement" aria-hidden="true">${tilePicture(step.draw)}<small>+</small></span>` : nothing}</li>`;
    })}</ol>`;
  }
}

customElements.define("tantrix-planner", TantrixPlanner);
