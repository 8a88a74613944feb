import { join } from "node:path";
import { pino } from "pino";
import { migrateDatabase } from "../../server/db/migrate.ts";
import { openDatabase, type Sql } from "../../server/db/open.ts";
import { type Sample, sampleSessions } from "./sample-sessions.ts";

const columns = [
  "slug, title, status, waiting_kind, waiting_since, agent_runtime, agent_root, prompt, prompt_delivered",
  "git_root, branch, model, config, metadata, conversation_id, conversation_started, clone_path, favorited",
  "scheduling_class, goal, visibility, snoozed_until, failure_reason, failure_detail, archived_at, trash_after",
  "deliberate_sleep_at, last_touched_at, created_at, updated_at",
].join(", ");

const triggerName = "Nightly updates";
const defaultModel = "claude-sonnet-5";

const minuteMs = 60_000;
const monthMs = 30 * 24 * 60 * minuteMs;

/** Creates the database of a data folder with the sample sessions, as they are at `now`. */
export function seedSampleSessions(dataFolder: string, now: number): void {
  const database = openDatabase(join(dataFolder, "signalbox.db"), pino({ level: "silent" }));
  try {
    migrateDatabase(database, { backups: null, now });
    database.transaction(() => {
      for (const [n, sample] of sampleSessions.entries()) seed(database.sql, { sample, id: n + 1, now });
      for (const [n, { parent }] of sampleSessions.entries())
        if (parent !== undefined)
          database.sql
            .prepare("UPDATE sessions SET parent_session_id = ? WHERE id = ?")
            .run(parent + 1, n + 1);
      seedTrigger(database.sql, now);
    });
  } finally {
    database.close();
  }
}

/** At 3:00 in UTC, more than a day away. */
const nextNight = (now: number): number => {
  const dayMs = 24 * 60 * minuteMs;
  return Math.ceil((now + dayMs) / dayMs) * dayMs + 180 * minuteMs;
};

/** A trigger that fires each night, with the sessions that it started. */
function seedTrigger(sql: Sql, now: number): void {
  const started = sampleSessions.flatMap(({ triggered, minutesAgo }, n) =>
    triggered ? [{ id: n + 1, at: now - minutesAgo * minuteMs }] : [],
  );
  const latest = Math.max(...started.map(({ at }) => at));
  insert(
    sql,
    "triggers (id, name, agent_root_name, prompt_template, last_triggered_at, sessions_created_count, created_at, updated_at)",
    [1, triggerName, "web", "It is {{date}}. Update what has patch releases.", latest, 3, 1, latest],
  );
  insert(
    sql,
    "trigger_conditions (trigger_id, condition_type, configuration, next_fire_at, last_triggered_at, created_at)",
    [
      1,
      "schedule",
      JSON.stringify({ interval: 1, unit: "days", time: "03:00", timezone: "UTC" }),
      nextNight(now),
      latest,
      1,
    ],
  );
  for (const { id, at } of started)
    insert(sql, "trigger_sessions (trigger_id, session_id, kind, created_at)", [1, id, "spawned", at]);
}

interface Seeded {
  sample: Sample;
  id: number;
  now: number;
}

function seed(sql: Sql, seeded: Seeded): void {
  const { sample, id, now } = seeded;
  const at = now - sample.minutesAgo * minuteMs;
  insert(sql, `sessions (${columns})`, sessionValues(seeded, at));
  const { attention, summary, thousands } = sample;
  if (attention)
    insert(sql, "session_attention (session_id, kind, reason, said, since, stopped_at)", [
      id,
      ...attention,
      sample.said ?? null,
      at,
      at,
    ]);
  if (summary !== undefined)
    insert(sql, "status_summaries (session_id, state, summary, generated_at)", [id, "ready", summary, at]);
  if (sample.pullRequest) seedPullRequest(sql, seeded, at);
  if (thousands !== undefined)
    insert(
      sql,
      "session_token_usages (request_id, session_id, agent_root, agent_runtime, model, called_at, input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens)",
      [
        `request-${id}`,
        id,
        sample.root,
        sample.runtime ?? "claude_code",
        sample.model ?? defaultModel,
        at,
        thousands * 20,
        thousands * 10,
        thousands * 970,
        0,
      ],
    );
}

function seedPullRequest(sql: Sql, { sample, id }: Seeded, at: number): void {
  const [number, state, ci] = sample.pullRequest ?? [0, "open", "none"];
  const url = `https://github.com/acme/${sample.root}/pull/${number}`;
  insert(
    sql,
    "pull_requests (id, url, owner, repo, number, title, state, is_draft, ci, polled_at, created_at)",
    [id, url, "acme", sample.root, number, sample.title, state, ci === "none" ? 1 : 0, ci, at, at],
  );
  insert(sql, "session_pull_requests (session_id, pull_request_id, evidence, followed, first_seen_at)", [
    id,
    id,
    "created",
    1,
    at,
  ]);
}

type Value = string | number | null;

function insert(sql: Sql, into: string, values: readonly Value[]): void {
  sql.prepare(`INSERT INTO ${into} VALUES (${values.map(() => "?").join(", ")})`).run(...values);
}

/** In the order of `columns`. */
const sessionValues = ({ sample, id, now }: Seeded, at: number): Value[] => [
  `sample-${id}`,
  sample.title,
  ...stateValues(sample, at),
  sample.runtime ?? "claude_code",
  sample.root,
  ...promptValues(sample),
  `https://github.com/acme/${sample.root}.git`,
  sample.branch ?? "main",
  ...modelValues(sample),
  JSON.stringify({
    agent_root_key: sample.root,
    ...(sample.triggered && { trigger_id: 1, trigger_name: triggerName }),
  }),
  ...conversationValues(sample, id),
  sample.favorite ? 1 : 0,
  sample.spot ? "spot" : "priority",
  sample.goal ?? null,
  ...visibilityValues(sample, now),
  ...endValues(sample, { at, now }),
  at,
  at - 30 * minuteMs,
  at,
];

const stateValues = ({ status, waits }: Sample, at: number): Value[] => [
  status,
  waits ?? null,
  waits ? at : null,
];

const promptValues = ({ title, waits }: Sample): Value[] =>
  waits === "idle" ? [null, 0] : [`${title}. Look at the tests first.`, 1];

const modelValues = ({ model = defaultModel }: Sample): Value[] => [model, JSON.stringify({ model })];

const conversationValues = ({ waits }: Sample, id: number): Value[] =>
  waits === "idle" ? [null, 0, null] : [`conversation-${id}`, 1, null];

const visibilityValues = ({ snoozed }: Sample, now: number): Value[] =>
  snoozed ? ["snoozed", now + monthMs] : ["visible", null];

function endValues({ failure, status, waits }: Sample, { at, now }: { at: number; now: number }): Value[] {
  const isArchived = status === "archived";
  const failed = failure ?? [null, null];
  return [
    ...failed,
    isArchived ? at : null,
    isArchived ? now + monthMs : null,
    waits === "asleep" ? at : null,
  ];
}
