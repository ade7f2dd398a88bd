/** The waiting room of a rush: seats, how many tiles each is dealt, the rules, and the link for others. */
import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { BODY } from "../generated/faces";
import type { RushRoomView, RushSeatView, RushSettings } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { face } from "../page/players/face";
import { badge } from "./players";
import { ROBOT_STYLES, type RobotStyle, rulesSentences, styleName, styleSentence } from "./text";

const MAX_SEATS = 8;
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

/** The address of a room for others, and who can use it: all, those in the network, or nobody but this computer. */
export interface RoomLink {
  address: string;
  reach: string;
}

/** A room as one of its players sees it. */
export interface WaitingRoom {
  room: RushRoomView;
  /** Which seats are connected; null until this is known. */
  isHere: readonly boolean[] | null;
  link: RoomLink;
  /** The player's usual name. */
  name: string;
  isCopied: boolean;
}

export function waitingRoom(waiting: WaitingRoom, listener: RoomListener): TemplateResult {
  const { room, name } = waiting;
  const isSeated = room.seats.some((seat) => seat.is_mine);
  return html`<div class="waiting-room ${room.is_owner ? "own" : ""}">
    ${invite(waiting, isSeated || room.is_owner, listener)}
    <section class="card room-card seats-card" aria-labelledby="room-heading">
      <h2 id="room-heading">${room.seats.length > 1 ? t("Who plays") : t("Who plays with you?")}</h2>
      <ul class="room-seats">${room.seats.map((seat) => seatRow(waiting, seat, listener))}</ul>
      ${isSeated || room.seats.length >= MAX_SEATS ? nothing : seatOffer(room, name, listener)}
      ${room.is_owner && room.seats.length < MAX_SEATS ? robotButtons(listener) : nothing}
      ${dealNote(room)}
    </section>
    <section class="card room-card" aria-labelledby="rules-heading">
      <h2 id="rules-heading">${t("Rules of this rush")}</h2>
      ${room.is_owner ? roomSettingsForm(room.settings, room.seats.length, name !== "", (settings) => listener.changeSettings(settings)) : html`<ul class="plain-rules">${rulesSentences(room.settings).map((one) => html`<li>${one}</li>`)}</ul>`}
    </section>
    ${startRow(room, listener)}
  </div>`;
}

/** Return whether a guest sits here. */
function isGuest(seat: RushSeatView): boolean {
  return !seat.is_mine && seat.robot === null && seat.account === null;
}

/** Say in brackets what else there is to know of the player in a seat. */
function seatNotes({ isHere }: WaitingRoom, seat: RushSeatView): string {
  const isAway = !seat.is_mine && isHere?.[seat.seat] === false;
  const notes = [isGuest(seat) && t("guest"), seat.is_owner && t("host"), isAway && t("away")];
  const said = notes.filter((note) => note !== false).join(", ");
  return said && ` (${said})`;
}

function seatRow(waiting: WaitingRoom, seat: RushSeatView, listener: RoomListener): TemplateResult {
  const { room } = waiting;
  const mayGo = seat.is_mine || room.is_owner;
  return html`<li class="room-seat" data-seat=${seat.seat}>
    <span class="faced">${face(seat.account ?? seat.name, null, seat.face)}${badge(seat.seat)}</span>
    <span class="room-name">${seat.robot ? icon("robot") : nothing} ${seat.name}${seat.is_mine ? html`<span class="you"> (${t("you")})</span>` : nothing}<span class="quiet">${seatNotes(waiting, seat)}</span></span>
    ${dealt(room, seat, listener)}
    ${room.is_owner && !seat.is_mine && seat.robot === null ? giveButton(seat, listener) : nothing}
    ${
      mayGo
        ? html`<button type="button" class="round" aria-label=${seat.is_mine ? t("Leave seat") : t("Remove {name}", { name: seat.name })} title=${seat.is_mine ? t("Leave seat") : t("Remove {name}", { name: seat.name })} @click=${() => listener.stand(seat.seat)}>${icon("close")}</button>`
        : nothing
    }</li>`;
}

function giveButton(seat: RushSeatView, listener: RoomListener): TemplateResult {
  const label = t("Make {name} the host", { name: seat.name });
  return html`<button type="button" class="round" aria-label=${label} title=${label} @click=${() => listener.giveHost(seat.seat)}>${icon("seal")}</button>`;
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

/** Render the form to sit down; guests cannot join a rated rush. */
function seatOffer(room: RushRoomView, name: string, listener: RoomListener): TemplateResult {
  if (room.settings.rated && name === "")
    return html`<p><a class="button primary" href=${`/sign-in?next=${room.url}`}>${t("Sign in to sit down")}</a></p>`;
  return sitForm(name, listener);
}

function sitForm(name: string, listener: RoomListener): TemplateResult {
  const sit = (event: Event) => {
    event.preventDefault();
    listener.sit(String(new FormData(event.target as HTMLFormElement).get("name") ?? ""));
  };
  return html`<form class="sit-form" @submit=${sit}>
    <label><span class="visually-hidden">${t("Your name")}</span><input name="name" maxlength="40" autocomplete="nickname" placeholder=${t("Your name")} .value=${name}></label>
    <button type="submit" class="primary">${t("Sit down")}</button></form>`;
}

function robotButtons(listener: RoomListener): TemplateResult {
  return html`<div class="robot-buttons" role="group" aria-label=${t("Add a robot")}>
    <span class="quiet">${icon("robot")} ${t("Add a robot:")}</span>
    ${ROBOT_STYLES.map((style) => html`<button type="button" title=${styleSentence(style)} @click=${() => listener.addRobot(style)}>${styleName(style)}</button>`)}
  </div>`;
}

type RoomSettingsChange = (settings: RushSettings) => void;

/** Render the settings of a rush; each change is sent at once. */
export function roomSettingsForm(
  settings: RushSettings,
  nPlayers: number,
  mayRate: boolean,
  change: RoomSettingsChange,
): TemplateResult {
  return html`<div class="rush-settings">
    ${row(t("Tiles per player"), lengths(settings, nPlayers), (value) => change({ ...settings, share: value === "" ? null : Number(value) }))}
    ${row(
      t("Tiles that were put aside"),
      [
        ["forced-only", t("fill forced spaces only (older booklet)"), settings.penalty === "forced-only"],
        ["anywhere", t("may go anywhere (newer booklet)"), settings.penalty === "anywhere"],
      ],
      (value) => change({ ...settings, penalty: value as RushSettings["penalty"] }),
    )}
    ${row(
      t("A space of four sides"),
      [
        ["", t("is a normal Gobble"), !settings.double_gobble],
        ["double", t("is a double Gobble: two tiles to give"), settings.double_gobble],
      ],
      (value) => change({ ...settings, double_gobble: value === "double" }),
    )}
    ${row(
      t("Tempo"),
      [
        ["", t("quick: 5 seconds to choose"), settings.choose_s <= 5 && settings.pace >= 100],
        [
          "slow",
          settings.rated ? t("slow: 15 seconds to choose") : t("slow: 15 seconds, slower robots"),
          settings.choose_s > 5 || settings.pace < 100,
        ],
      ],
      (value) =>
        change({
          ...settings,
          ...(value === "slow" ? { choose_s: 15, pace: settings.rated ? 100 : 50 } : { choose_s: 5, pace: 100 }),
        }),
    )}
    ${mayRate || settings.rated ? ratedRow(settings, change) : nothing}
  </div>`;
}

/** Render the rated switch; a rated rush has an equal deal, and robots at their usual pace. */
function ratedRow(settings: RushSettings, change: RoomSettingsChange): TemplateResult {
  return row(
    t("Results"),
    [
      ["", t("are unrated"), !settings.rated],
      ["rated", t("count for everyone's rating"), settings.rated],
    ],
    (value) =>
      change(
        value === "rated" ? { ...settings, rated: true, handicaps: [], pace: 100 } : { ...settings, rated: false },
      ),
  );
}

type LengthOption = readonly [value: string, label: string, isChosen: boolean];

function row(label: string, choices: readonly LengthOption[], change: (value: string) => void): TemplateResult {
  return html`<label class="setting"><span>${label}</span>
    <select @change=${(event: Event) => change((event.target as HTMLSelectElement).value)}>
      ${choices.map(([value, text, isChosen]) => html`<option value=${value} ?selected=${isChosen}>${text}</option>`)}
    </select></label>`;
}

/** Return the choice of lengths: short, longer, or all tiles. */
function lengths({ share }: RushSettings, nPlayers: number): LengthOption[] {
  const all = Math.floor(54 / Math.max(1, nPlayers));
  const some = [5, 8, 12, 18].filter((n) => n < all);
  const listed = share !== null && share < all && !some.includes(share) ? [...some, share].sort((a, b) => a - b) : some;
  return [
    ["", t("all: {n}", { n: all }), share === null || share >= all],
    ...listed.map((n) => [String(n), tn("{n} tile", "{n} tiles", n), share === n] as const),
  ];
}

/** Render what the room is; the link and its code only for those who sit here: others came by it, and look for a seat. */
function invite(waiting: WaitingRoom, isHost: boolean, listener: RoomListener): TemplateResult {
  const { room, link, isCopied } = waiting;
  return html`<section class="moment room-moment" aria-labelledby="invite-heading">
    <div><p class="badges"><span class="badge state">Gobble</span></p>
    <h2 id="invite-heading">${t("Scan, sit down, go.")}</h2>
    ${gathering(room)}
    <p>${t("Everybody plays at once: no turns, no waiting.")} ${room.is_listed ? t("The room is listed on the Gobble page, and the link works too.") : t("Anyone with the link can join, on any device.")}</p>
    ${isHost ? html`${linkRow(link, isCopied, listener)}${reachNote(link)}` : nothing}</div>
    ${isHost ? code() : nothing}
  </section>`;
}

/** Say who can use the link, unless everybody can. */
function reachNote({ reach }: RoomLink): TemplateResult | typeof nothing {
  if (reach === "network") return html`<p>${t("Phones in the same network can open this link.")}</p>`;
  if (reach === "here")
    return html`<p><strong>${t("Phones cannot open this link: it works on this computer only. Start Tantrix with {command}.", { command: "tantrix serve --host 0.0.0.0" })}</strong></p>`;
  return nothing;
}

function linkRow({ address }: RoomLink, isCopied: boolean, listener: RoomListener): TemplateResult {
  return html`<div class="invite-row"><label class="visually-hidden" for="invite">${t("Link")}</label><input id="invite" readonly .value=${address}>
    <button type="button" @click=${() => listener.copyLink()}>${icon("link")} ${isCopied ? t("Copied") : t("Copy the link")}</button></div>`;
}

/** Render who is here as faces side by side, whose mouths are one line, and a place for the next player. */
function gathering(room: RushRoomView): TemplateResult {
  const hasPlace = room.seats.length < MAX_SEATS;
  return html`<p class="gathering" aria-hidden="true">${room.seats.map((seat) => face(seat.account ?? seat.name, null, seat.face))}${hasPlace ? html`<svg class="face free-face" viewBox="-50 -57 100 114"><path d=${BODY}></path></svg>` : nothing}</p>`;
}

/** Render the QR code of the room, which the server has put into the page. */
function code(): TemplateResult | typeof nothing {
  const drawn = document.querySelector<HTMLTemplateElement>("#room-code")?.innerHTML;
  return drawn
    ? html`<figure class="room-code" role="img" aria-label=${t("QR code of this room")}>${unsafeHTML(drawn)}</figure>`
    : nothing;
}

function startRow(room: RushRoomView, listener: RoomListener): TemplateResult {
  if (!room.is_owner)
    return html`<p class="start-note" role="status">${room.host.is_here ? t("The rush begins when the host starts it.") : t("The host is away. After a minute the player who is here longest becomes the host.")}</p>`;
  const label = room.seats.length > 1 ? t("Start the rush") : t("Start alone against the clock");
  return html`<div class="start-row"><button type="button" class="primary play" ?disabled=${room.seats.length === 0} @click=${() => listener.start()}>${label}</button></div>`;
}
