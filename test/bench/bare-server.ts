/**
 * The minimum cost of the service's three most common answers: the same bytes after the same lookups in the same tables,
 * with only Express and better-sqlite3. `node bare-server.ts DATABASE`, port in SERVICE_PORT.
 */
import Sqlite from "better-sqlite3";
import express from "express";

type Row = Record<string, string | number | null>;

const sql = new Sqlite(process.argv[2]);
sql.pragma("journal_mode = WAL");
sql.pragma("synchronous = FULL");
sql.pragma("cache_size = -16000");
sql.pragma("mmap_size = 268435456");

const open = "status <> 'archived'";
const byId = sql.prepare<[string | undefined], Row>("SELECT * FROM sessions WHERE id = ?");
const newest = sql.prepare<[number, number], Row>(
  `SELECT * FROM sessions WHERE ${open} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
);
const count = sql.prepare<[], { n: number }>(`SELECT COUNT(*) AS n FROM sessions WHERE ${open}`);
const isAlone = sql.prepare<[{ id: number }], { alone: number }>(`SELECT NOT (
  EXISTS (SELECT 1 FROM sessions WHERE parent_session_id = @id)
  OR EXISTS (SELECT 1 FROM uncle_links WHERE session_id = @id OR uncle_id = @id)) AS alone`);
const summary = sql.prepare<[number], Row>("SELECT * FROM status_summaries WHERE session_id = ?");
const said = sql.prepare<[number], Row>("SELECT * FROM human_messages WHERE session_id = ?");
const insert = sql.prepare<[Row], Row>(`
  INSERT INTO sessions (id, slug, title, status, waiting_kind, agent_runtime, git_root, branch, model,
    last_touched_at, created_at, updated_at)
  VALUES (@id, @slug, @title, 'waiting', 'idle', @runtime, @gitRoot, 'main', @model, @at, @at, @at) RETURNING *`);
let lastId = sql.prepare<[], { id: number }>("SELECT MAX(id) AS id FROM sessions").get()?.id ?? 0;

const app = express();
app.disable("x-powered-by");
app.disable("etag");

app.get("/up", (_request, response) => {
  response.json({ status: "ok" });
});

app.get("/api/v1/sessions", (request, response) => {
  const page = Number(request.query["page"] ?? 1);
  const perPage = Number(request.query["per_page"] ?? 25);
  const rows = newest.all(perPage, (page - 1) * perPage);
  const total = count.get()?.n ?? 0;
  const pagination = {
    page,
    per_page: perPage,
    total_count: total,
    total_pages: Math.ceil(total / perPage),
  };
  response.json({ sessions: rows.map(session), pagination });
});

app.get("/api/v1/sessions/:id", (request, response) => {
  const row = byId.get(request.params.id);
  if (row) response.json({ session: session(row), ...beside(row, row["id"] as number) });
  else response.status(404).end();
});

app.post("/api/v1/sessions", express.json(), (request, response) => {
  const { git_root: gitRoot, agent_runtime: runtime } = request.body as Record<string, string>;
  const at = Date.now();
  const id = ++lastId;
  const stamp = new Date(at).toISOString().replace(/[-:]/g, "").replace("T", "-").slice(0, 13);
  const row = insert.get({
    id,
    at,
    title: `Session ${id}`,
    slug: `session-${id}-${stamp}`,
    runtime: runtime ?? null,
    gitRoot: gitRoot ?? null,
    model: "anthropic/claude-sonnet-5",
  });
  response.status(201).json({ session: row && session(row) });
});

app.listen(Number(process.env["SERVICE_PORT"]), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));

const parse = (text: unknown): unknown => JSON.parse(text as string);
const yes = (flag: unknown): boolean => flag === 1;
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
const instant = (at: unknown): string | null =>
  typeof at === "number" ? `${new Date(at).toISOString().slice(0, 19)}Z` : null;
const urgency = (row: Row): unknown => row["scheduling_class"] ?? "spot";

function session(row: Row): object {
  const { id, slug, title, status, agent_runtime, genesis, scheduling_class, precedence, visibility } = row;
  const { prompt, git_root, branch, subdirectory, goal, idempotency_key, parent_session_id } = row;
  const servers = parse(row["mcp_servers"]);
  return {
    id,
    slug,
    title,
    status,
    agent_runtime,
    genesis,
    scheduling_class,
    priority_class: urgency(row),
    precedence,
    visibility,
    effective_visibility: visibility,
    snoozed_until: instant(row["snoozed_until"]),
    prompt,
    git_root,
    branch,
    subdirectory,
    goal,
    goal_check: null,
    is_autonomous: yes(row["is_autonomous"]),
    idempotency_key,
    parent_session_id,
    mcp_servers: servers,
    all_mcp_servers: [...(servers as string[]), "signalbox"],
    injected_mcp_servers: ["signalbox"],
    catalog_skills: parse(row["catalog_skills"]),
    catalog_hooks: parse(row["catalog_hooks"]),
    catalog_plugins: parse(row["catalog_plugins"]),
    config: {
      ...(parse(row["config"]) as object),
      model: row["model"],
    },
    metadata: parse(row["metadata"]),
    custom_metadata: parse(row["custom_metadata"]),
    auto_compact_window: row["auto_compact_window"],
    heartbeat_enabled: yes(row["heartbeat_enabled"]),
    heartbeat_interval_seconds: row["heartbeat_interval_seconds"],
    session_id: row["conversation_id"],
    job_id: text(row["job_id"]),
    running_job_id: text(row["running_job_id"]),
    deliberate_sleep_at: instant(row["deliberate_sleep_at"]),
    failure_reason: row["failure_reason"],
    failure_detail: row["failure_detail"],
    archived_at: instant(row["archived_at"]),
    trash_after: instant(row["trash_after"]),
    session_notes: row["session_notes"],
    session_notes_updated_at: instant(row["session_notes_updated_at"]),
    favorited: yes(row["favorited"]),
    category_id: row["category_id"],
    category: null,
    created_at: instant(row["created_at"]),
    updated_at: instant(row["updated_at"]),
  };
}

/** Runs the same queries as the service, but can answer only for the seeded sessions. */
function beside(row: Row, id: number): object {
  if (isAlone.get({ id })?.alone !== 1 || summary.get(id) || said.all(id).length > 0)
    throw new Error(`Something stands beside session ${id}`);
  const { title, status, genesis, parent_session_id } = row;
  const node = {
    id,
    title,
    agent_root: row["agent_root"],
    status,
    attention: null,
    depth: 0,
    parent_session_id,
    render_parent_session_id: null,
    spawn_edge: true,
    uncle_session_ids: [],
    current: true,
    genesis,
    priority_class: urgency(row),
  };
  return {
    status_summary: {
      state: "idle",
      generating: false,
      error: null,
      summary: null,
      messages_since_generated: null,
    },
    waiting: { reasons: [], banners: [] },
    session_hierarchy: {
      origin_session_id: id,
      root_session_ids: [id],
      truncated: false,
      truncation_reason: null,
      nodes: [node],
    },
    human_messages: [],
    human_message_capture_gaps: [],
  };
}
