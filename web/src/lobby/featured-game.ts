/** The best game in play, which the lobby shows as a picture. */
import { html, nothing, type TemplateResult } from "lit";
import type { Lobby, TableView } from "../generated/protocol";
import { t } from "../page/i18n";
import { face } from "../page/players/face";

/** Return the game that most people would watch: begun, with a clock of minutes, of the strongest players; or null. */
export function featured(tables: readonly TableView[]): TableView | null {
  const strength = (table: TableView) => table.seats.reduce((sum, seat) => sum + (seat.badge?.points ?? 0), 0);
  const rank = (table: TableView) => [
    Number(table.ply > 0),
    Number(!table.control?.includes("days")),
    strength(table),
    table.ply,
  ];
  const compare = (one: TableView, other: TableView) =>
    rank(other)
      .map((value, n) => value - (rank(one)[n] ?? 0))
      .find((difference) => difference !== 0) ?? 0;
  return [...tables].sort(compare)[0] ?? null;
}

/** Render the featured game as a miniature, drawn again with each tile. */
export function featuredGame(lobby: Lobby): TemplateResult | typeof nothing {
  const table = featured(lobby.in_play);
  if (!table) return nothing;
  const names = table.seats.map((seat) => seat.name).join(", ");
  return html`<section class="card featured" aria-labelledby="featured-title">
    <h2 id="featured-title" class="featured-title">${t("Best game now")}</h2>
    <a href=${table.url} aria-label="${t("Watch")}: ${names}"><img src="${table.url}/picture.svg?theme=dark&at=${table.ply}" width="320" height="280" alt=""></a>
    <p class="featured-seats">${table.seats.map(
      (seat) =>
        html`<span class="named">${face(seat.account ?? seat.name, seat.robot, seat.badge?.face, seat.colour)}<bdi class="others-words">${seat.name}</bdi> <b>${table.scores[seat.seat] ?? ""}</b></span>`,
    )}</p>
  </section>`;
}
