/** The screens of a Gobble room: the waiting room, the table with players and hand, dialogs. */
import { html, nothing, type ReactiveElement, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { dialog } from "../page/dialog";
import { icon } from "../page/icons";
import "./board";
import { type Effects, NO_EFFECTS } from "./effects";
import { giftChooser } from "./gift";
import { hand } from "./hand";
import { helpRow, saveHelp } from "./help-level";
import "./waiting-room";
import { play } from "../page/sounds";
import type { RushInput, RushPage } from "./input";
import { playersBar } from "./players";
import type { Replayer } from "./replay-player";
import { type RematchState, ranksCard, rematchLink } from "./results";
import type { HelpLevel } from "./state";
import * as model from "./state";
import "./countdown";
import type { RushOutcomeView, RushWelcome } from "../generated/protocol";
import { t } from "../page/i18n";
import { type ConnectionState, connectionText } from "../page/socket";
import { settingsDialog } from "../settings/form";
import { isTouched, type Settings, saveSettings } from "../settings/preferences";
import { rushPromptSentence } from "./text";

/** The page of a room, as its rendering uses it. */
export interface RushScreen extends RushPage, ReactiveElement {
  outcome: RushOutcomeView | null;
  isHere: readonly boolean[] | null;
  effects: Effects;
  isRanksOpen: boolean;
  readonly rematchState: RematchState;
  readonly connection: ConnectionState;
  /** When the rush began or will begin, on the clock of `performance.now()`. */
  readonly zeroAt: number;
  readonly replayer: Replayer;
  welcomed(welcome: RushWelcome): void;
  /** Reconnect, so that the socket belongs to the session of the player who just sat down. */
  reconnect(): void;
  rematch(withHandicap: boolean): Promise<void>;
  leave(): void;
}

export function waitingScreen(page: RushScreen): TemplateResult {
  return html`<div class="room-page" data-section="play">
    <span class="rush-connection" role="status">${connectionText(page.connection)}</span>
    ${page.notice ? html`<p class="notice-box">${page.notice}</p>` : nothing}
    <tantrix-gobble-waiting-room .room=${page.room} .isHere=${page.isHere} .name=${page.dataset.name ?? ""}
      .link=${{ address: page.dataset.address ?? "", reach: page.dataset.reach ?? "all", lan: page.dataset.lan ?? "" }} @room-updated=${(e: CustomEvent) => page.welcomed(e.detail.welcome)}
      @seated=${() => page.reconnect()}></tantrix-gobble-waiting-room></div>`;
}

export function tableScreen(page: RushScreen, input: RushInput): TemplateResult {
  const { isOpen: isReplaying } = page.replayer;
  const rush = page.replayer.shown(page.rush);
  const isIdle = !page.isRunning || isReplaying;
  const { calls, inFlight, fresh } = effectsOf(page);
  return html`<div class="rush ${isReplaying ? "replaying" : ""}"
      @cell-hover=${(e: CustomEvent) => input.hover(e.detail.cell)} @cell-tap=${(e: CustomEvent) => input.tap(e.detail.cell)}
      @cell-focus=${(e: CustomEvent) => input.pointed === null && input.aim(e.detail.cell)} @tile-turn=${(e: CustomEvent) => input.rotate(e.detail.step)}>
    <section class="rush-side" aria-label=${t("Players")}>
      ${tools(page, input)}
      ${playersBar(page.room, rush, calls, page.isHere)}
    </section>
    <div class="rush-table">
      <tantrix-gobble-board .rush=${rush} .settings=${page.settings} .help=${page.help} .inFlight=${inFlight}
        .fresh=${fresh} .refused=${page.refused} .isIdle=${isIdle}></tantrix-gobble-board>
      ${overlay(page)}
    </div>
    <section class="rush-dock" aria-label=${t("Your hand")}>${dock(page, input)}</section>
  </div>`;
}

/** Return the effects to show; none during a replay. */
function effectsOf(page: RushScreen): Effects {
  return page.replayer.isOpen ? NO_EFFECTS : page.effects;
}

/** Render what lies over the table: effects, which ignore the pointer, and the end, which covers it. */
function overlay(page: RushScreen): TemplateResult {
  const isOver = page.outcome && page.isRanksOpen && !page.replayer.isOpen;
  const { banner, toasts } = isOver ? NO_EFFECTS : effectsOf(page);
  return html`
    ${banner ? keyed(banner.n, html`<div class="banner ${banner.kind}" aria-hidden="true">${banner.text}</div>`) : nothing}
    <div class="over-table">
      <div class="toasts" aria-hidden="true">${repeat(
        toasts,
        (one) => one.n,
        (one) => html`<p class="toast">${one.text}</p>`,
      )}</div>
      ${page.room.rematch && page.replayer.isOpen ? html`<p class="rematch-call">${rematchLink(page.room.rematch)}</p>` : nothing}
    </div>
    ${page.outcome && isOver ? ranks(page, page.outcome) : nothing}`;
}

/** Render the countdown before the start, beside the table that everybody looks at. */
function countdown(page: RushScreen): TemplateResult | typeof nothing {
  if (page.room.phase !== "countdown" || page.isRunning) return nothing;
  return html`<tantrix-rush-countdown .zeroAt=${page.zeroAt} @count=${(e: CustomEvent) => counted(page, e.detail.n)}></tantrix-rush-countdown>`;
}

function counted(page: RushScreen, n: number): void {
  play(n > 0 ? "count" : "go");
  page.announce(n > 0 ? String(n) : t("Go!"));
  if (n === 0) page.requestUpdate();
}

function ranks(page: RushScreen, outcome: RushOutcomeView): TemplateResult {
  return ranksCard(
    page.room,
    outcome,
    {
      gobbles: page.replayer.gobbles(page.room.seats.length) ?? [],
      ratings: page.replayer.ratings,
      left: model.seatsLeft(page.rush),
    },
    page.rematchState,
    {
      rematch: (withHandicap) => void page.rematch(withHandicap),
      watch: () => void page.replayer.open(page.room),
      close: () => {
        page.isRanksOpen = false;
      },
    },
  );
}

function dock(page: RushScreen, input: RushInput): TemplateResult | typeof nothing {
  const bar = page.replayer.bar(page.room, () => {
    page.isRanksOpen = true;
    page.replayer.close();
  });
  if (bar) return bar;
  if (page.outcome)
    return html`<div class="outcome-buttons">${page.isRanksOpen ? nothing : html`<button type="button" class="primary" @click=${() => openRanks(page)}>${t("Results")}</button>`}</div>`;
  const isPlayer = model.isActive(model.myHolding(page.rush));
  return html`
    ${giftChooser(page.room, page.rush, page.zeroAt, page.gift, {
      give: (to) => input.give(to),
      choose: (tile) => {
        page.gift = tile;
      },
    })}
    <div class="rush-hint">${countdown(page)}<p class="hint ${page.notice ? "problem" : ""}">${hint(page)}</p></div>
    ${isPlayer ? hand(page.rush, page.help, !page.isRunning, input) : nothing}`;
}

function openRanks(page: RushScreen): void {
  page.isRanksOpen = true;
}

function hint(page: RushScreen): string {
  if (page.notice) return page.notice;
  if (!page.isRunning && page.rush.seat !== null) return t("Get ready: look at the table.");
  return rushPromptSentence(page.rush, isTouched());
}

function tools(page: RushScreen, input: RushInput): TemplateResult {
  const mayLeave = input.mayPlay;
  const stopped = page.outcome?.at_ms ?? null;
  const hasClock = page.room.phase !== "waiting";
  return html`<div class="rush-tools">
    ${hasClock ? html`<tantrix-rush-clock .zeroAt=${page.zeroAt} .limitMs=${1000 * page.room.settings.limit_s} .stoppedMs=${stopped}></tantrix-rush-clock>` : nothing}
    ${page.room.settings.rated ? html`<span class="badge">${t("rated")}</span>` : nothing}
    <span class="rush-connection" role="status">${connectionText(page.connection)}</span>
    ${mayLeave ? html`<button type="button" class="tool" aria-label=${t("Leave the rush")} title=${t("Leave the rush")} @click=${() => dialogOf(page, "leave")?.showModal()}>${icon("flag")}</button>` : nothing}
    <button type="button" class="tool" aria-label=${t("Settings")} title=${t("Settings")} @click=${() => dialogOf(page, "settings")?.showModal()}>${icon("gear")}</button>
  </div>`;
}

export function dialogs(page: RushScreen): TemplateResult[] {
  const change = (settings: Settings) => {
    page.settings = settings;
    saveSettings(settings);
  };
  const leave = html`<p>${t("You rank behind all who stay.")}</p><div class="dialog-buttons">
    <button type="button" @click=${() => dialogOf(page, "leave")?.close()}>${t("Play on")}</button>
    <button type="button" class="danger" @click=${() => page.leave()}>${t("Leave")}</button></div>`;
  return [
    settingsDialog(
      page.settings,
      change,
      () => dialogOf(page, "settings")?.close(),
      helpRow(page.help, (help) => setHelp(page, help)),
    ),
    dialog("resign", t("Leave the rush?"), leave, () => dialogOf(page, "leave")?.close()),
  ];
}

function setHelp(page: RushScreen, help: HelpLevel): void {
  page.help = help;
  saveHelp(help);
}

export function dialogOf(page: RushScreen, name: "settings" | "leave"): HTMLDialogElement | null {
  return page.querySelector(name === "leave" ? "#dialog-resign" : "#dialog-settings");
}
