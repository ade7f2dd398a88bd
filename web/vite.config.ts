/**
 * One entry per page, without hashes in the names: templates add `?v=` with the server's `static_version`. What
 * entries share is in `chunks/`, named by its content, so that browsers can keep it. Each file directly in `styles/`
 * is a style sheet of pages, built as one file with what it imports.
 */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { icons, typefaces } from "./assets";

const source = (name: string) => resolve(import.meta.dirname, "src", name);
const styles = resolve(import.meta.dirname, "styles");
const sheets = readdirSync(styles).filter((name) => name.endsWith(".css"));

export default defineConfig({
  base: "/static/built/",
  publicDir: false,
  plugins: [typefaces(), icons()],
  build: {
    outDir: resolve(import.meta.dirname, "../src/tantrix/server/static/built"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    rollupOptions: {
      external: /^\/static\/built\/.*\.woff2/, // made by `typefaces`, named in styles/page/tokens.css
      input: {
        ...Object.fromEntries(sheets.map((name) => [name, resolve(styles, name)])),
        analysis: source("analysis/main.ts"),
        conversation: source("page/players/conversation.ts"),
        embed: source("game/embed.ts"),
        "eye-worker": source("eye/worker.ts"),
        friends: source("page/players/friends.ts"),
        game: source("game/main.ts"),
        gobble: source("gobble/main.ts"),
        "gobble-rooms": source("gobble/rooms.ts"),
        import: source("archive/import.ts"),
        learn: source("learn/main.ts"),
        lobby: source("lobby/main.ts"),
        "lobby-chat": source("chat/lobby.ts"),
        offline: source("page/offline/main.ts"),
        "next-match": source("lobby/next-match.ts"),
        notices: source("lobby/notifications.ts"),
        passkeys: source("page/passkeys.ts"),
        progress: source("puzzle/progress/main.ts"),
        puzzle: source("puzzle/main.ts"),
        robot: source("offline/main.ts"),
        "rules-worker": source("rules/worker.ts"),
        "puzzle-run": source("puzzle/run/main.ts"),
        puzzles: source("puzzle/list.ts"),
        "service-worker": source("worker/main.ts"),
        scan: source("eye/main.ts"),
        "settings-page": source("settings/main.ts"),
        share: source("game/share.ts"),
        "solitaire-daily": source("puzzle/solitaire/daily-results.ts"),
        standby: source("lobby/standby.ts"),
        start: source("home/main.ts"),
        theme: source("page/theme.ts"),
        todays: source("puzzle/todays.ts"),
        times: source("page/time/moments.ts"),
        tournament: source("tournament/main.ts"),
        waiting: source("game/waiting.ts"),
        watch: source("watch/main.ts"),
      },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name]-[hash].js",
        assetFileNames: "[name][extname]",
        // What pages share is in five files, which are smaller than many and load faster. Small scripts need only the
        // first, and workers none, because Lit wants a document.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: "words",
              test: /\/src\/page\/(i18n|data|request|clipboard|socket|storage|time\/(text|shown)|offline\/saving)/,
              minShareCount: 4,
            },
            { name: "lit", test: /\/node_modules\//, minShareCount: 3 },
            { name: "table", test: /\/src\/(table\/|page\/time\/left)/, minShareCount: 3 },
            { name: "tiles", test: /\/src\/tiles\/(?!placement|hexes)/, minShareCount: 3 },
            { name: "page", test: /\/src\/(page|settings)\//, minShareCount: 5 },
          ],
        },
      },
    },
  },
  // The time limit of a test is a ceiling for a slow machine, never a measure.
  test: { include: ["src/**/*.test.ts"], environment: "node", testTimeout: 600_000, hookTimeout: 600_000 },
});
