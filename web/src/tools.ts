/** The bar of buttons beside the players: bag, replay, text board, settings, and a menu with the rest. */
import { html, nothing, type TemplateResult } from "lit";
import type { DialogName } from "./dialogs";
import { icon } from "./draw";
import { t, tn } from "./i18n";
import { type Connection, isOver, shownPosition, type TableState } from "./state";

export interface ToolsListener {
  open(name: DialogName): void;
  toggleReplay(): void;
  toggleText(): void;
  toggleAnalysis(): void;
}

export function toolBar(
  state: TableState,
  isReplayOpen: boolean,
  isTextOpen: boolean,
  listener: ToolsListener,
): TemplateResult {
  const n = shownPosition(state).unseen.length;
  const bag = tn("{n} tile in the bag. Show the unseen tiles", "{n} tiles in the bag. Show the unseen tiles", n);
  return html`<div class="tools">
    <button type="button" class="tool bag-button" aria-label=${bag} title=${t("Tiles not yet drawn")}
      @click=${() => listener.open("unseen")}>${icon("bag")}<b>${n}</b></button>
    <button type="button" class="tool" aria-expanded=${isReplayOpen ? "true" : "false"} aria-label=${t("Replay")}
      title=${t("Replay")} @click=${() => listener.toggleReplay()}>${icon("play")}</button>
    <button type="button" class="tool" aria-expanded=${isTextOpen ? "true" : "false"} aria-label=${t("Text board")}
      title=${t("Text board")} @click=${() => listener.toggleText()}>${icon("text")}</button>
    <button type="button" class="tool" aria-label=${t("Settings")} title=${t("Settings")}
      @click=${() => listener.open("settings")}>${icon("gear")}</button>
    ${menu(state, listener)}
    <span class="connection ${state.connection}" role="status">${connectionNote(state.connection)}</span>
  </div>`;
}

function menu(state: TableState, listener: ToolsListener): TemplateResult {
  const path = `/games/${state.game.id}`;
  const ply = state.reviewPly ?? state.laid.length;
  const name = `tantrix-${state.game.id}-${ply}`;
  const mayResign = state.game.seats.some((seat) => seat.is_mine) && !isOver(state);
  return html`<details class="menu">
    <summary class="tool" aria-label=${t("More")} title=${t("More")}>⋯</summary>
    <div class="menu-list" @click=${closeMenu}>
      <a class="narrow-only" href="/">${t("New game")}</a>
      <a class="narrow-only" href="/games">${t("Your games")}</a>
      <a href="/help">${t("Help")}</a>
      <a href=${`${path}/record`} download>${icon("download")} ${t("Download the record")}</a>
      <a href=${`${path}/picture.svg?ply=${ply}`} download=${`${name}.svg`}>${icon("download")} ${t("Picture as SVG")}</a>
      <a href=${`${path}/picture.png?ply=${ply}`} download=${`${name}.png`}>${icon("download")} ${t("Picture as PNG")}</a>
      <button type="button" @click=${() => listener.toggleAnalysis()}>${icon("curve")} ${t("Analysis")}</button>
      <button type="button" @click=${() => listener.open("fairness")}>${icon("seal")} ${t("The shuffle")}</button>
      ${
        mayResign
          ? html`<button type="button" @click=${() => listener.open("resign")}>${icon("flag")} ${t("Resign")}</button>`
          : nothing
      }
    </div>
  </details>`;
}

/** Whatever was chosen in the menu, it closes. */
function closeMenu(event: Event): void {
  (event.currentTarget as Element).closest("details")?.removeAttribute("open");
}

function connectionNote(connection: Connection): string {
  if (connection === "live") return "";
  return connection === "lost" ? t("Connection lost, trying again…") : t("Connecting…");
}
