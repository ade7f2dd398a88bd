/** The waiting room of a rush: the code that calls others, who plays, how many tiles each is dealt, and the start. */
import { html, nothing, type TemplateResult } from "lit";
import type { RushRoomView, RushSeatView, RushSettings } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { comb, MAX_SEATS, notes, type RoomLink, type WaitingRoom } from "./comb";
import { styleFace } from "./players";
import { roomSettingsForm, tilesEach } from "./rush-settings";
import { ROBOT_STYLES, type RobotStyle, rulesSentences, styleName, styleSentence } from "./text";

const MAX_HANDICAP = 20;

export interface RoomListener {
  sit(name: string): void;
  stand(seat: number): void;
  giveHost(seat: number): void;
  addRobot(style: RobotStyle): void;
  changeSettings(settings: RushSettings): void;
  start(): void;
  copyLink(): void;
}

export function waitingRoom(waiting: WaitingRoom, listener: RoomListener): TemplateResult {
  const { room } = waiting;
  const isSeated = room.seats.some((seat) => seat.is_mine);
  const isIn = isSeated || room.is_owner;
  return html`<div class="waiting-room ${room.is_owner ? "own" : ""} ${isIn ? "" : "visited"}">
    <section class="room-side" aria-labelledby="invite-heading">
      <p class="badges"><span class="badge state">Gobble</span> <b class="room-host">${roomName(room)}</b></p>
      <h2 id="invite-heading">${t("Scan, sit down, go.")}</h2>
      <p class="lead">${t("Everybody plays at once: no turns, no waiting.")}</p>
      ${isIn ? invite(waiting, listener) : nothing}
      ${room.is_owner ? choices(room, listener) : nothing}
      ${isSeated || room.seats.length >= MAX_SEATS ? nothing : seatOffer(waiting, listener)}
      ${startRow(room, listener)}
      ${isSeated && !room.is_owner ? leaveButton(room, listener) : nothing}
      ${details(waiting, listener)}
    </section>
    ${comb(waiting, isIn)}
  </div>`;
}

/** Name the room after its host. */
function roomName(room: RushRoomView): string {
  const name = room.host.name ?? (room.host.seat === null ? null : room.seats[room.host.seat]?.name);
  return name ? t("{name}’s room", { name }) : "";
}

/** Render what calls others to the room: the code to say, the link to send, and who can use it. */
function invite({ room, link, isCopied }: WaitingRoom, listener: RoomListener): TemplateResult {
  return html`<div class="code-card">
      <p><span class="label">${t("Room code")}</span><b>${room.code}</b></p>
      <button type="button" class="primary" @click=${() => listener.copyLink()}>${icon("link")} ${isCopied ? t("Copied") : t("Copy the link")}</button>
      <label class="visually-hidden" for="invite">${t("Link")}</label><input id="invite" class="code-link" readonly .value=${link.address}>
    </div>${room.is_owner ? reachNote(link) : nothing}`;
}

/** Tell the host who can use the link, unless everybody can. */
function reachNote({ reach, lan }: RoomLink): TemplateResult | typeof nothing {
  if (reach === "network") return html`<p class="reach">${t("Phones in the same network can open this link.")}</p>`;
  if (reach !== "here") return nothing;
  const command = "tantrix serve --host 0.0.0.0";
  return html`<p class="reach warned"><span><b>${t("Phones cannot open this link: it works on this computer only. Start Tantrix with {command}.", { command })}</b>
    ${lan ? html`<br>${t("Phones then open {address}", { address: lan })}` : nothing}</span></p>`;
}

/** Render what the host chooses most: how many tiles, and robots. */
function choices(room: RushRoomView, listener: RoomListener): TemplateResult {
  return html`<div class="room-choices">${tilesEach(room.settings, room.seats.length, (settings) => listener.changeSettings(settings))}
    ${room.seats.length < MAX_SEATS ? robotButtons(listener) : nothing}</div>`;
}

function robotButtons(listener: RoomListener): TemplateResult {
  const button = (style: RobotStyle) => {
    const label = `${styleName(style)}: ${styleSentence(style)}`;
    return html`<button type="button" class="robot-face" aria-label=${label} title=${label} @click=${() => listener.addRobot(style)}>${styleFace(style)}</button>`;
  };
  return html`<div class="robot-buttons" role="group" aria-labelledby="robots-label">
    <span class="label" id="robots-label">${t("Add a robot")}</span>
    <div>${ROBOT_STYLES.map(button)}</div></div>`;
}

/** Render the form to sit down; guests cannot join a rated rush. */
function seatOffer({ room, name }: WaitingRoom, listener: RoomListener): TemplateResult {
  if (room.settings.rated && name === "")
    return html`<p><a class="button primary" href=${`/sign-in?next=${room.url}`}>${t("Sign in to sit down")}</a></p>`;
  const sit = (event: Event) => {
    event.preventDefault();
    listener.sit(String(new FormData(event.target as HTMLFormElement).get("name") ?? ""));
  };
  return html`<form class="sit-form" @submit=${sit}>
    <label><span class="visually-hidden">${t("Your name")}</span><input name="name" maxlength="40" autocomplete="nickname" placeholder=${t("Your name")} .value=${name}></label>
    <button type="submit" class=${room.is_owner ? "" : "primary"}>${t("Sit down")}</button></form>`;
}

function startRow(room: RushRoomView, listener: RoomListener): TemplateResult {
  if (!room.is_owner) {
    const isSeated = room.seats.some((seat) => seat.is_mine);
    return html`<p class="start-note" role="status">${isSeated ? t("You are in.") : nothing} ${room.host.is_here ? t("The rush begins when the host starts it.") : t("The host is away. After a minute the player who is here longest becomes the host.")}</p>`;
  }
  const n = room.seats.length;
  const label = n > 1 ? tn("Start with {n} player", "Start with {n} players", n) : t("Start alone against the clock");
  return html`<div class="start-row"><button type="button" class=${n > 1 ? "primary play" : ""} ?disabled=${n === 0} @click=${() => listener.start()}>${label}</button></div>`;
}

function leaveButton(room: RushRoomView, listener: RoomListener): TemplateResult {
  const seat = room.seats.find((one) => one.is_mine)?.seat ?? 0;
  return html`<p><button type="button" class="quiet-button" @click=${() => listener.stand(seat)}>${t("Leave seat")}</button></p>`;
}

/** Render who is here, and the rules; both are rarely changed. */
function details(waiting: WaitingRoom, listener: RoomListener): TemplateResult {
  const { room, name } = waiting;
  return html`<details class="room-more">
    <summary>${t("Players and rules")}</summary>
    <ul class="room-players">${room.seats.map((seat) => playerRow(waiting, seat, listener))}</ul>
    ${dealNote(room)}
    ${room.is_owner ? roomSettingsForm(room.settings, name !== "", (settings) => listener.changeSettings(settings)) : html`<ul class="plain-rules">${rulesSentences(room.settings).map((one) => html`<li>${one}</li>`)}</ul>`}
    <p>${room.is_listed ? t("The room is listed on the Gobble page, and the link works too.") : t("Anyone with the link can join, on any device.")}</p>
  </details>`;
}

function playerRow(waiting: WaitingRoom, seat: RushSeatView, listener: RoomListener): TemplateResult {
  const { room } = waiting;
  return html`<li class="room-player">
    <span class="room-name">${seat.name}<span class="quiet">${notes(waiting, seat)}</span></span>
    ${dealt(room, seat, listener)}
    ${room.is_owner && !seat.is_mine && seat.robot === null ? rowButton(t("Make {name} the host", { name: seat.name }), "seal", () => listener.giveHost(seat.seat)) : nothing}
    ${room.is_owner ? rowButton(seat.is_mine ? t("Leave seat") : t("Remove {name}", { name: seat.name }), "close", () => listener.stand(seat.seat)) : nothing}</li>`;
}

function rowButton(label: string, sign: "close" | "seal", press: () => void): TemplateResult {
  return html`<button type="button" class="round" aria-label=${label} title=${label} @click=${press}>${icon(sign)}</button>`;
}

/** Render how many tiles a seat is dealt; the owner changes it by dragging or with arrow keys. */
function dealt(room: RushRoomView, seat: RushSeatView, listener: RoomListener): TemplateResult {
  const text = tn("{n} tile", "{n} tiles", seat.n_dealt);
  if (!room.is_owner || room.seats.length < 2 || room.settings.rated)
    return html`<output class="dealt">${text}</output>`;
  const change = (event: Event) =>
    listener.changeSettings(withHandicap(room, seat.seat, Number((event.target as HTMLInputElement).value)));
  const label = t("Tiles of {name}, more or fewer", { name: seat.name });
  return html`<label class="handicap"><span class="visually-hidden">${label}</span>
    <input type="range" min=${-MAX_HANDICAP} max=${MAX_HANDICAP} step="1" .value=${String(seat.handicap)} aria-valuetext=${text} @input=${change}>
    <output class="dealt">${text}</output></label>`;
}

function withHandicap(room: RushRoomView, seat: number, more: number): RushSettings {
  const handicaps = room.seats.map((one) => (one.seat === seat ? more : one.handicap));
  return { ...room.settings, handicaps };
}

function dealNote(room: RushRoomView): TemplateResult {
  const core = tn("{n} tile in the middle", "{n} tiles in the middle", room.n_core);
  const box = room.n_box > 0 ? `, ${tn("{n} stays in the box", "{n} stay in the box", room.n_box)}` : "";
  return html`<p class="quiet deal-note">${core}${box}.
    ${room.is_owner && room.seats.length > 1 && !room.settings.rated ? t("Drag to give somebody more tiles or fewer.") : nothing}</p>`;
}
