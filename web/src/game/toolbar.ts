/** The toolbar beside the players: replay, text board, settings, and a menu with the rest. */
import { html, nothing, type TemplateResult } from "lit";
import { mayChat } from "../chat/state";
import type { DialogName } from "../page/dialog";
import { t } from "../page/i18n";
import { type IconName, icon } from "../page/icons";
import { closeMenuOf } from "../page/menus";
import { openKeys } from "../page/open-keys";
import { connectionText } from "../page/socket";
import { isTouched } from "../settings/preferences";
import { hasOthers, mayAbort, mayAnalyse, mayOffer, mayPlan, mayResign, type OfferedKind } from "../table/actions";
import type { TableState } from "../table/state";
import { mayNote } from "./notes";

export interface ToolbarListener {
  open(name: DialogName): void;
  toggleReplay(): void;
  toggleText(): void;
  toggleAnalysis(): void;
  toggleLegend(): void;
  plan(): void;
  offer(kind: OfferedKind): void;
}

export function toolBar(
  state: TableState,
  isReplayOpen: boolean,
  isTextOpen: boolean,
  isLegendOpen: boolean,
  listener: ToolbarListener,
): TemplateResult {
  return html`<div class="tools">
    <button type="button" class="tool" aria-expanded=${isReplayOpen ? "true" : "false"} aria-label=${t("Replay")}
      title=${t("Replay")} @click=${() => listener.toggleReplay()}>${icon("start")}</button>
    <button type="button" class="tool" aria-expanded=${isTextOpen ? "true" : "false"} aria-label=${t("Text board")}
      title=${t("Text board")} @click=${() => listener.toggleText()}>${icon("text")}</button>
    <button type="button" class="tool" aria-expanded=${isLegendOpen ? "true" : "false"} aria-label=${t("Marks on the board")}
      title=${t("Marks on the board")} @click=${() => listener.toggleLegend()}>${icon("about")}</button>
    <tantrix-chat-button .table=${state}></tantrix-chat-button>
    <button type="button" class="tool" aria-label=${t("Settings")} title=${t("Settings")}
      @click=${() => listener.open("settings")}>${icon("gear")}</button>
    ${menu(state, listener)}
    <span class="connection ${state.connection}" role="status">${connectionText(state.connection)}</span>
  </div>`;
}

function menu(state: TableState, listener: ToolbarListener): TemplateResult {
  const path = `/games/${state.game.id}`;
  const ply = state.reviewPly ?? state.laid.length;
  const name = `tantrix-${state.game.id}-${ply}`;
  return html`<details class="menu">
    <summary class="tool" aria-label=${t("More")} title=${t("More")}>${icon("more")}</summary>
    <div class="menu-list" @click=${closeMenuOf}>
      <a class="narrow-only" href="/">${t("New game")}</a>
      <a class="narrow-only" href="/games">${t("Your games")}</a>
      <a href="/help">${t("Help")}</a>
      ${isTouched() ? nothing : html`<button type="button" @click=${() => openKeys((help) => help.gameKeys(mayChat(state)))}>${t("Keys")} <kbd>?</kbd></button>`}
      <a href=${`${path}/share?ply=${ply}`}>${icon("link")} ${t("Share")}</a>
      <a href=${`${path}/record`} download>${icon("download")} ${t("Download the record")}</a>
      <a href=${`${path}/picture.svg?ply=${ply}`} download=${`${name}.svg`}>${icon("download")} ${t("Picture as SVG")}</a>
      <a href=${`${path}/picture.png?ply=${ply}`} download=${`${name}.png`}>${icon("download")} ${t("Picture as PNG")}</a>
      ${mayAnalyse(state) ? html`<button type="button" @click=${() => listener.toggleAnalysis()}>${icon("curve")} ${t("Analysis")}</button>` : nothing}
      ${mayPlan(state) ? html`<button type="button" @click=${() => listener.plan()}>${icon("pencil")} ${t("Plan ahead")}</button>` : nothing}
      ${mayNote(state) ? html`<button type="button" @click=${() => listener.open("notes")}>${icon("pencil")} ${t("My notes")}</button>` : nothing}
      <button type="button" @click=${() => listener.open("fairness")}>${icon("seal")} ${t("Fair shuffle proof")}</button>
      ${offerButtons(state, listener)}
    </div>
  </details>`;
}

/** Render only the offers and ways to end the game that apply now. */
function offerButtons(state: TableState, listener: ToolbarListener): (TemplateResult | typeof nothing)[] {
  const isAlone = !hasOthers(state);
  const offers: [OfferedKind, IconName, string][] = [
    ["takeback", "undo", isAlone ? t("Take back") : t("Ask to take back")],
    ["draw", "draw", t("Offer a draw")],
    ["pause", "pause", isAlone ? t("Pause") : t("Ask for a pause")],
  ];
  const buttons = offers
    .filter(([kind]) => mayOffer(state, kind))
    .map(
      ([kind, name, label]) =>
        html`<button type="button" @click=${() => listener.offer(kind)}>${icon(name)} ${label}</button>`,
    );
  const open = (dialog: DialogName, name: IconName, label: string) =>
    html`<button type="button" @click=${() => listener.open(dialog)}>${icon(name)} ${label}</button>`;
  return [
    ...buttons,
    mayAbort(state) ? open("abort", "close", t("Abort the game")) : nothing,
    mayResign(state) ? open("resign", "flag", t("Resign")) : nothing,
  ];
}
