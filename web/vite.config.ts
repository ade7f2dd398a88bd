/** One entry a page, no hashes on their names: the pages add `?v=` from the server's `static_version`. */
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const source = (name: string) => resolve(import.meta.dirname, "src", name);

export default defineConfig({
  base: "/static/built/",
  publicDir: false,
  build: {
    outDir: resolve(import.meta.dirname, "../src/tantrix/server/static/built"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    rollupOptions: {
      input: {
        analysis: source("analysis.ts"),
        embed: source("embed.ts"),
        game: source("game.ts"),
        gobble: source("gobble.ts"),
        "gobble-rooms": source("gobble-rooms.ts"),
        learn: source("learn.ts"),
        lobby: source("lobby.ts"),
        notices: source("notices.ts"),
        progress: source("progress.ts"),
        puzzle: source("puzzle.ts"),
        puzzles: source("puzzles.ts"),
        "settings-page": source("settings-page.ts"),
        share: source("share.ts"),
        "solitaire-daily": source("solitaire-daily.ts"),
        start: source("start.ts"),
        theme: source("theme.ts"),
        times: source("times.ts"),
        waiting: source("waiting.ts"),
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", assetFileNames: "[name][extname]" },
    },
  },
  test: { include: ["test/**/*.test.ts"], environment: "node" },
});
