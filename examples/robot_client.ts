/**
 * A robot that plays one game on a Tantrix server, with types that are generated from its OpenAPI document
 * (docs/server/api.md, "Generated clients"). Needs Node and openapi-fetch.
 */
import createClient from "openapi-fetch";
import type { components, operations, paths } from "./tantrix.js";

type GameMessage = operations["followGame"]["responses"][200]["content"]["application/x-ndjson"];
type Position = components["schemas"]["PositionView"];

const { TANTRIX_ADDRESS = "http://127.0.0.1:8064", TANTRIX_TOKEN } = process.env;
const OWN_SEAT = 0;
const server = createClient<paths>({
  baseUrl: TANTRIX_ADDRESS,
  headers: { Authorization: `Bearer ${TANTRIX_TOKEN}` },
});

/** Yield the messages of a stream as they arrive; an empty line is only a keep-alive. */
async function* messages(stream: ReadableStream<Uint8Array>): AsyncGenerator<GameMessage> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) if (line) yield JSON.parse(line);
  }
}

/** Lay a tile if it is this robot's turn. */
async function answer(game: string, position: Position): Promise<void> {
  const [placement] = position.placements;
  if (position.outcome || position.to_play !== OWN_SEAT || placement === undefined) return;
  const { error } = await server.POST("/api/games/{game_id}/placements", {
    params: { path: { game_id: game } },
    body: { id: `ply-${position.ply}`, ply: position.ply, placement },
  });
  if (error) throw new Error(error.detail);
}

/** Play a game against one of the server's robots, and return the ranks of both. */
async function play(): Promise<number[]> {
  const opened = await server.POST("/api/games", {
    body: {
      seats: [
        { colour: "R", kind: "person" },
        { colour: "B", kind: "robot", robot: "greedy" },
      ],
    },
  });
  if (opened.error) throw new Error(opened.error.detail);
  const game = opened.data.id;
  const stream = await server.GET("/api/games/{game_id}/events", {
    params: { path: { game_id: game } },
    parseAs: "stream",
  });
  if (!stream.data) throw new Error(stream.error?.detail);
  for await (const message of messages(stream.data)) {
    switch (message.type) {
      case "welcome":
      case "placed":
        await answer(game, message.position);
        break;
      case "over":
        return message.position.outcome?.ranks ?? [];
    }
  }
  throw new Error("the stream ended before the game");
}

console.log("ranks", ...(await play()));
process.exit();
