/** Keeps a player's place in the lobby while they play a computer; the page says when an opponent comes. */
import type { LobbyClientMessage, LobbyServerMessage } from "../generated/protocol";
import { loadLanguage, t } from "../page/i18n";
import { ReconnectingSocket } from "../page/socket";
import { play } from "../page/sounds";
import { loadJson, saveJson } from "../page/storage";
import { isWaiting, STANDBY_KEY } from "./play-while-waiting";

/** A game that has begun in the meantime is announced right after the welcome. */
const LINGER_MS = 30_000;

function call(url: string): void {
  if (location.pathname === url || document.querySelector(".standby-call")) return;
  const card = document.createElement("div");
  card.className = "notices standby-call";
  card.setAttribute("role", "alert");
  const notice = document.createElement("div");
  notice.className = "card notice";
  const words = document.createElement("p");
  words.textContent = t("Your opponent is here. Your game has begun.");
  const go = document.createElement("a");
  go.className = "button primary";
  go.href = url;
  go.textContent = t("To the game");
  notice.append(words, go);
  card.append(notice);
  document.body.append(card);
  play("turn");
}

function wait(): void {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const end = () => {
    saveJson(STANDBY_KEY, false, () => sessionStorage);
    socket.close();
  };
  const socket = new ReconnectingSocket<LobbyServerMessage, LobbyClientMessage>(
    `${scheme}//${location.host}/lobby/socket`,
    {
      message: (message) => {
        if (message.type === "begun") {
          call(message.url);
          end();
        } else if (message.type === "lobby_welcome" && !isWaiting(message.lobby)) window.setTimeout(end, LINGER_MS);
      },
      connection: () => {},
      unacknowledged: () => null,
    },
  );
  socket.keepOpen(new AbortController().signal);
}

loadLanguage(document);
if (loadJson(STANDBY_KEY, false, () => sessionStorage)) wait();
