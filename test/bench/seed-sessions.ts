import { join } from "node:path";
import { pino } from "pino";
import { migrateDatabase } from "../../server/db/migrate.ts";
import { openDatabase } from "../../server/db/open.ts";

const columns = [
  "slug, title, status, waiting_kind, agent_runtime, agent_root, prompt, prompt_delivered, git_root, branch",
  "mcp_servers, model, metadata, custom_metadata, conversation_id, conversation_started, clone_path",
  "archived_at, trash_after, last_touched_at, created_at, updated_at",
].join(", ");

/** Half a minute apart, so that even the newest is some days old and nothing is due. */
const newestAt = Date.UTC(2026, 9, 1);
const apartMs = 30_000;
const statuses = ["needs_input", "needs_input", "archived", "waiting", "needs_input", "failed", "archived"];

/** Creates the database of the data folder with `count` idle sessions, in one transaction. */
export function seedSessions(dataFolder: string, count: number): void {
  const database = openDatabase(join(dataFolder, "signalbox.db"), pino({ level: "silent" }));
  try {
    migrateDatabase(database, { backups: null, now: newestAt });
    const places = columns.replaceAll(/\w+/g, "?");
    const insert = database.sql.prepare(`INSERT INTO sessions (${columns}) VALUES (${places})`);
    // Otherwise the service decides all of them in its first minutes.
    const decided = database.sql.prepare(
      "INSERT INTO session_attention (session_id, kind, reason, since, stopped_at) VALUES (?, ?, ?, ?, ?)",
    );
    database.transaction(() => {
      for (let n = 1; n <= count; n++) {
        const [at, status] = [newestAt - (count - n) * apartMs, statusOf(n)];
        insert.run(...sessionValues(n, status, at));
        if (status === "needs_input") decided.run(n, "idle", "It has no work yet.", at, at);
        if (status === "failed") decided.run(n, "failed", "It failed.", at, at);
      }
    });
    database.sql.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}

const statusOf = (n: number): string => statuses[n % statuses.length] ?? "needs_input";

/** In the order of `columns`. */
function sessionValues(n: number, status: string, at: number): (string | number | null)[] {
  const root = `service-${n % 12}`;
  const title = `Make the ${n % 97} flaky tests of ${root} wait for their events`;
  const clone = `/data/clones/${root}-main-${n.toString(16).padStart(12, "0")}`;
  const archivedAt = status === "archived" ? at + 3_600_000 : null;
  return [
    `make-the-flaky-tests-wait-${n}`,
    title,
    status,
    status === "waiting" ? "asleep" : null,
    "pi",
    root,
    `${title}.\n\n${"Look at each failure of the last week first. ".repeat(6)}`,
    1,
    `https://git.example/acme/${root}.git`,
    "main",
    JSON.stringify(["tracker", "browser"]),
    "anthropic/claude-sonnet-5",
    JSON.stringify({
      agent_root_key: root,
      clone_path: clone,
    }),
    JSON.stringify({ ticket: `ACME-${n}` }),
    `conversation-${n}`,
    1,
    clone,
    archivedAt,
    archivedAt && archivedAt + 3456e5,
    at + 6e4,
    at,
    at + 6e4,
  ];
}
