/** `<tantrix-robot-game>`: a game against a robot that runs in this browser, with the board and keys of every game. */
import { html, nothing, type TemplateResult } from "lit";
import type { ClientMessage, ColourLetter } from "../generated/protocol";
import { type DialogName, dialog } from "../page/dialog";
import { loadLanguage, t } from "../page/i18n";
import { closeMenuOf } from "../page/menus";
import { enableSounds, play } from "../page/sounds";
import type { LocalRobot } from "../rules/robot";
import { followSettings, loadSettings, loudness, showSettings } from "../settings/preferences";
import "../table/board";
import { dockRow, hintLine } from "../table/dock";
import { TablePage } from "../table/page";
import { drawPile, freeColours, playerBar, unseenTable } from "../table/player-panel";
import { numberedSentence, outcomeSentence } from "../table/sentences";
import * as table from "../table/state";
import { TurnInput } from "../table/turn-input";
import { TurnKeys } from "../table/turn-keys";
import {
  gameView,
  isRobotsTurn,
  loadGame,
  localRobotName,
  ME,
  newGame,
  played,
  ROBOTS,
  type RobotGame,
  robotsChoice,
} from "./game";

const THINKING_MS = 500;
const UNSEEN: DialogName = "unseen";

export class TantrixRobotGame extends TablePage {
  static override properties = { settings: { state: true }, game: { state: true } };

  declare game: RobotGame | null;
  readonly isReplayOpen = false;

  #input = new TurnInput(this);
  #keys = new TurnKeys(this, this.#input, () => undefined);

  constructor() {
    super();
    this.settings = loadSettings();
    this.game = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    showSettings(this.settings);
    const signal = this.untilRemoved;
    followSettings((settings) => {
      this.settings = settings;
    }, signal);
    enableSounds(() => loudness(loadSettings()), signal);
    document.addEventListener("keydown", (event) => this.game && this.#keys.pressed(event), { signal });
    const game = loadGame();
    if (game) void this.#show(game);
    else void this.#begin("random");
  }

  async #begin(robot: LocalRobot): Promise<void> {
    await this.#show(await newGame(robot));
  }

  /** Show a game, and let the robot play as long as it is its turn. */
  async #show(game: RobotGame): Promise<void> {
    this.game = game;
    this.table = table.localState(gameView(game), game.laid, game.position);
    if (game.position.outcome) this.announce(outcomeSentence(this.table.game, game.position.outcome));
    if (!isRobotsTurn(game)) return;
    const [choice] = await Promise.all([robotsChoice(game), new Promise((done) => setTimeout(done, THINKING_MS))]);
    if (this.game === game) await this.#play(game, choice);
  }

  async #play(game: RobotGame, placement: string): Promise<void> {
    const after = await played(game, placement);
    play("lay");
    const last = after.laid.at(-1);
    if (last) this.announce(numberedSentence(gameView(after), last));
    await this.#show(after);
  }

  /** Play a placement, which a game on the server would send. */
  send(message: ClientMessage): boolean {
    if (message.type === "place" && this.game) void this.#play(this.game, message.placement);
    return true;
  }

  override render(): TemplateResult | typeof nothing {
    const { game } = this;
    if (!game) return nothing;
    return html`<div @cell-hover=${(e: CustomEvent) => this.#input.hover(e.detail.cell)}
        @cell-focus=${(e: CustomEvent) => this.#input.pointAt(e.detail.cell)}
        @cell-tap=${(e: CustomEvent) => this.#input.tap(e.detail.cell, e.detail.pointerType)}
        @tile-turn=${(e: CustomEvent) => this.#input.turn(e.detail.step)} @tile-cancel=${() => this.#input.cancel()} @confirm=${() => this.#input.confirm()}>
      <section class="opponents" aria-label=${t("Players")}>
        <ul class="players">${this.#bars(false)}</ul>
        <div class="robot-tools">
          ${freeColours(this.table, this.#trace)}${drawPile(this.table, () => this.#unseen()?.showModal())}${game.position.outcome ? nothing : this.#menu()}
        </div>
      </section>
      <tantrix-board .state=${this.table} .settings=${this.settings} .hiddenPly=${null} .ring=${null} .refused=${this.refusal}></tantrix-board>
      <section class="dock" aria-label=${t("Your hand")}>
        <ul class="players">${this.#bars(true)}</ul>
        ${this.#end(game) ?? dockRow(this.table, this.#input)}
      </section>
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>
      ${dialog(UNSEEN, t("Tiles not yet drawn"), unseenTable(this.table), () => this.#unseen()?.close())}
    </div>`;
  }

  #trace = (colour: ColourLetter) => this.act(table.toggleTrace(this.table, colour));

  #unseen(): HTMLDialogElement | null {
    return this.querySelector(`#dialog-${UNSEEN}`);
  }

  /** Render the player's own bar, with the hint, or the robot's. */
  #bars(isMine: boolean): TemplateResult[] {
    const seats = this.table.game.seats.filter(({ seat }) => (seat === ME) === isMine);
    return seats.map((seat) => playerBar(this.table, seat, isMine, this.#trace, isMine ? hintLine(this) : nothing));
  }

  /** Render the menu of new games: two presses, so that none is lost by one. */
  #menu(): TemplateResult {
    return html`<details class="menu">
      <summary class="button">${t("New game")}</summary>
      <div class="menu-list" @click=${closeMenuOf}>${this.#newGames()}</div>
    </details>`;
  }

  #newGames(): TemplateResult[] {
    return ROBOTS.map(
      (robot) =>
        html`<button type="button" @click=${() => void this.#begin(robot)}>${t("New game against {name}", { name: localRobotName(robot) })}</button>`,
    );
  }

  #end({ position: { outcome } }: RobotGame): TemplateResult | null {
    return (
      outcome &&
      html`<p class="hint"><b>${outcomeSentence(this.table.game, outcome)}</b></p>
        <p class="robot-again">${this.#newGames()}</p>`
    );
  }
}

loadLanguage(document);
customElements.define("tantrix-robot-game", TantrixRobotGame);
