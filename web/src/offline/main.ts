/** `<tantrix-robot-game>`: a game against a robot that runs in this browser, with the board and keys of every game. */
import { html, nothing, type TemplateResult } from "lit";
import type { ClientMessage } from "../generated/protocol";
import { loadLanguage, t } from "../page/i18n";
import { enableSounds, play } from "../page/sounds";
import type { LocalRobot } from "../rules/robot";
import { followSettings, loadSettings, loudness, showSettings } from "../settings/preferences";
import "../table/board";
import { dockRow, hintLine } from "../table/dock";
import { TablePage } from "../table/page";
import { numberedSentence, outcomeSentence } from "../table/sentences";
import * as table from "../table/state";
import { TurnInput } from "../table/turn-input";
import { TurnKeys } from "../table/turn-keys";
import { swatch } from "../tiles/draw";
import {
  gameView,
  isRobotsTurn,
  loadGame,
  localRobotName,
  newGame,
  played,
  ROBOTS,
  type RobotGame,
  robotsChoice,
} from "./game";

const THINKING_MS = 500;

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
      ${this.#players(game)}
      <tantrix-board .state=${this.table} .settings=${this.settings} .hiddenPly=${null} .ring=${null} .refused=${this.refusal}></tantrix-board>
      <section class="dock" aria-label=${t("Your hand")}>
        ${this.#outcome(game) ?? hintLine(this)}
        ${dockRow(this.table, this.#input)}
      </section>
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>
    </div>`;
  }

  #players({ position }: RobotGame): TemplateResult {
    return html`<div class="robot-players">
      <ul>${this.table.game.seats.map(
        ({ seat, name, colour }) =>
          html`<li class=${position.to_play === seat && !position.outcome ? "to-play" : ""}>${swatch(colour)} ${name} <b>${position.scores[seat]}</b></li>`,
      )}</ul>
      ${ROBOTS.map(
        (robot) =>
          html`<button type="button" @click=${() => void this.#begin(robot)}>${t("New game against {name}", { name: localRobotName(robot) })}</button>`,
      )}
    </div>`;
  }

  #outcome({ position: { outcome } }: RobotGame): TemplateResult | null {
    return outcome && html`<p class="hint"><b>${outcomeSentence(this.table.game, outcome)}</b></p>`;
  }
}

loadLanguage(document);
customElements.define("tantrix-robot-game", TantrixRobotGame);
