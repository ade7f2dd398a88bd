/** The page of a table that waits for players: copies its link, and reloads when somebody sits down. */
import type { ServerMessage } from "../generated/protocol";
import { followCopyButtons } from "../page/clipboard";
import { loadLanguage } from "../page/i18n";
import { ReconnectingSocket, socketAddress } from "../page/socket";

loadLanguage(document);
const page = document.querySelector<HTMLElement>(".waiting");
const socket = new ReconnectingSocket(socketAddress(location, page?.dataset.game ?? ""), {
  message: receive,
  // A page that was offline when the table was closed learns of it from the close code.
  connection: (connection) => connection === "gone" && closed(),
  unacknowledged: () => null,
});
let nFree: number | null = null;

function receive(message: ServerMessage): void {
  if (message.type === "welcome") location.reload();
  if (message.type === "closed") closed();
  if (message.type === "presence") showAway(message.is_here);
  if (message.type !== "waiting") return;
  const n = message.game.seats.filter((seat) => seat.kind === "open").length;
  const isTyping = document.activeElement?.matches("input[name=name]");
  if (nFree !== null && n !== nFree && !isTyping) location.reload();
  nFree = n;
}

/** Say beside the names of others who of them is not here, as who sits down may have to wait for them. */
function showAway(isHere: readonly boolean[]): void {
  for (const note of page?.querySelectorAll<HTMLElement>("[data-away]") ?? [])
    note.hidden = isHere[Number(note.dataset.away)] ?? true;
}

/** Show that the table is closed: nobody can sit down any more, and links to it are dead. */
function closed(): void {
  socket.close();
  for (const part of [...(page?.children ?? [])]) if (!part.matches("h1, .waiting-closed")) part.remove();
  const [place, words] = [document.querySelector(".waiting-closed"), document.createElement("p")];
  words.textContent = page?.dataset.closed ?? "";
  place?.append(words);
}

// The answer to the form brings the session and leads on; a reload would cut it off.
addEventListener("submit", () => socket.close());
socket.open();
followCopyButtons();
