/** Who is in a waiting room: faces around its QR code, like cells of a honeycomb, and a free cell for the next player. */
import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { BODY } from "../generated/faces";
import type { RushRoomView, RushSeatView } from "../generated/protocol";
import { t } from "../page/i18n";
import { seatFace } from "./players";

export const MAX_SEATS = 8;

/** The address of a room for others, and who can use it: all, those in the network, or nobody but this computer. */
export interface RoomLink {
  address: string;
  reach: string;
  /** Where phones would find the server if it served the network; empty without one. */
  lan: string;
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

/** Render the honeycomb; the code is shown to those who sit here, as others came by it. */
export function comb(waiting: WaitingRoom, hasCode: boolean): TemplateResult {
  const { seats } = waiting.room;
  const isTall = seats.length > 5;
  return html`<div class="comb ${isTall ? "tall" : ""}">
    <ul class="room-seats" aria-label=${t("Players")}>${seats.map((seat) => cell(waiting, seat))}</ul>
    ${seats.length < MAX_SEATS ? freeCell(seats.length) : nothing}
    <div class="comb-cell at-code">${hexagon("comb-paper")}${(hasCode && code()) || html`<b class="comb-code">${waiting.room.code}</b>`}</div>
  </div>`;
}

function cell(waiting: WaitingRoom, seat: RushSeatView): TemplateResult {
  const isAway = !seat.is_mine && waiting.isHere?.[seat.seat] === false;
  const dealt = seat.handicap === 0 ? nothing : html`<span class="comb-dealt">${seat.n_dealt}</span>`;
  return html`<li class="comb-cell room-seat at-${seat.seat + 1} ${isAway ? "away" : ""}" data-seat=${seat.seat}>
    ${seatFace(seat)}<span class="comb-name"><span>${seat.name}</span><span class="visually-hidden">${notes(waiting, seat)}</span></span>${dealt}</li>`;
}

/** Say in brackets what else there is to know of the player in a seat. */
export function notes({ isHere }: WaitingRoom, seat: RushSeatView): string {
  const isAway = !seat.is_mine && isHere?.[seat.seat] === false;
  const isGuest = !seat.is_mine && seat.robot === null && seat.account === null;
  const all = [seat.is_mine && t("you"), isGuest && t("guest"), seat.is_owner && t("host"), isAway && t("away")];
  const said = all.filter((note) => note !== false).join(", ");
  return said && ` (${said})`;
}

function freeCell(n: number): TemplateResult {
  return html`<p class="comb-cell at-${n + 1} free-cell">${hexagon("comb-free")}<span><b>${t("Free seat")}</b></span></p>`;
}

function hexagon(name: string): TemplateResult {
  return html`<svg class="face ${name}" viewBox="-50 -57 100 114" aria-hidden="true"><path d=${BODY}></path></svg>`;
}

/** Render the QR code of the room, which the server has put into the page if phones can open its address. */
function code(): TemplateResult | null {
  const drawn = document.querySelector<HTMLTemplateElement>("#room-code")?.innerHTML;
  return drawn
    ? html`<figure class="room-code" role="img" aria-label=${t("QR code of this room")}>${unsafeHTML(drawn)}</figure>`
    : null;
}
