import { join } from "node:path";
import { pino } from "pino";
import { migrateDatabase } from "../../server/db/migrate.ts";
import { openDatabase, type Sql } from "../../server/db/open.ts";

/** A session of the sample board that is already stored when the service starts. */
interface Sample {
  title: string;
  root: string;
  status: "needs_input" | "failed" | "waiting" | "archived";
  attention?: readonly [kind: "question" | "review" | "failed" | "done" | "idle", reason: string];
  summary?: string;
  runtime?: "claude_code" | "codex" | "pi";
  model?: string;
  branch?: string;
  pullRequest?: readonly [
    number: number,
    state: "open" | "merged" | "closed",
    ci: "pass" | "fail" | "pending" | "none",
  ];
  /** Thousands of tokens that its model calls read and wrote. */
  thousands?: number;
  minutesAgo: number;
  favorite?: true;
  spot?: true;
  waits?: "idle" | "asleep" | "held" | "queued";
  failure?: readonly [reason: string, detail: string];
  snoozed?: true;
  /** The place of its parent in this list. */
  parent?: number;
}

const [sonnet, opus, haiku] = ["claude-sonnet-5", "claude-opus-5", "claude-haiku-4-5-20251001"];

/** Between them: each status, each kind of attention, short and very long titles, and other alphabets. */
export const sampleSessions: readonly Sample[] = [
  {
    title: "Choose where the audit log is stored",
    root: "billing",
    status: "needs_input",
    attention: ["question", "Should I keep the audit log in SQLite or write it to `var/log/audit.jsonl`?"],
    summary: "Compared two ways to store the audit log; waits for a decision before it changes the schema.",
    thousands: 2_100,
    minutesAgo: 4,
    favorite: true,
  },
  {
    title: "Upgrade React to 19.3 and remove the forwardRef wrappers that are no longer needed anywhere",
    root: "web",
    status: "needs_input",
    attention: ["review", "#412 is ready to merge"],
    summary:
      "React 19.3 is in; 38 `forwardRef` wrappers are gone, and the two components that measured their children use a ref callback now. All 1,204 tests pass, and the bundle is 6 KB smaller.",
    model: opus,
    branch: "react-19-3",
    pullRequest: [412, "open", "pass"],
    thousands: 48_000,
    minutesAgo: 11,
  },
  {
    title: "Flaky checkout test",
    root: "web",
    status: "needs_input",
    attention: ["review", "Checks failed on #409"],
    summary: "The retry helps in Chromium; WebKit still times out on the third step.",
    branch: "fix/flaky-checkout-test-on-webkit-and-firefox",
    pullRequest: [409, "open", "fail"],
    thousands: 9_300,
    minutesAgo: 26,
  },
  {
    title: "Invoices with more than 999 lines",
    root: "billing",
    status: "needs_input",
    attention: ["review", "14 changed files to look at (+512 −87)"],
    summary: "Pages the lines of an invoice and sums them in the database.",
    runtime: "codex",
    model: "gpt-5.5",
    thousands: 3_900,
    minutesAgo: 47,
  },
  {
    title: "Sign in with a passkey",
    root: "identity",
    status: "failed",
    attention: ["failed", "The MCP server vault needs a sign-in"],
    failure: ["oauth_required", "The MCP server vault needs a sign-in"],
    thousands: 800,
    minutesAgo: 63,
  },
  {
    title: "Import customers from a spreadsheet",
    root: "crm",
    status: "failed",
    attention: ["failed", "The agent stopped: its account has reached its limit until 14:00"],
    failure: ["usage_limit", "The agent stopped: its account has reached its limit until 14:00"],
    runtime: "codex",
    model: "gpt-5.4-mini",
    minutesAgo: 90,
  },
  {
    title: "Fix the dark theme of the e-mail templates",
    root: "web",
    status: "needs_input",
    attention: ["done", "#398 was merged"],
    summary: "The templates use `color-scheme`, and Outlook has its own rules.",
    pullRequest: [398, "merged", "pass"],
    thousands: 12_000,
    minutesAgo: 130,
  },
  {
    title: "Explain how the scheduler decides",
    root: "scheduler",
    status: "needs_input",
    attention: ["done", "Finished without changes"],
    summary: "Explained the three passes of the scheduler and where a spot session is held.",
    model: haiku,
    thousands: 240,
    minutesAgo: 170,
    favorite: true,
  },
  {
    title: "A clone to look around in",
    root: "scheduler",
    status: "waiting",
    waits: "idle",
    attention: ["idle", "No task yet"],
    minutesAgo: 200,
  },
  {
    title: "Nightly dependency updates",
    root: "web",
    status: "waiting",
    waits: "asleep",
    thousands: 1_500,
    minutesAgo: 240,
  },
  {
    title: "Measure the cold start on an old laptop",
    root: "desktop",
    status: "waiting",
    waits: "asleep",
    spot: true,
    minutesAgo: 260,
  },
  {
    title:
      "Rückfragen der Buchhaltung beantworten: Rechnungskorrektur für Donaudampfschifffahrtsgesellschaft",
    root: "billing",
    status: "needs_input",
    attention: ["question", "Soll die Korrektur im alten oder im neuen Geschäftsjahr gebucht werden?"],
    thousands: 400,
    minutesAgo: 300,
  },
  {
    title: "請求書の合計が一円ずれる問題を直す",
    root: "billing",
    status: "needs_input",
    attention: ["review", "3 changed files to look at (+21 −9)"],
    summary: "端数処理を銀行丸めに統一しました。",
    thousands: 700,
    minutesAgo: 340,
  },
  {
    title: "إصلاح اتجاه النص في لوحة الإعدادات",
    root: "web",
    status: "needs_input",
    attention: ["done", "You looked at its changes"],
    thousands: 300,
    minutesAgo: 400,
  },
  {
    title: "AVeryLongNameWithoutAnySpacesThatNothingCanBreakUnlessTheLayoutIsToldToDoItSomewhereInTheMiddle",
    root: "a-repository-with-a-name-that-is-longer-than-its-column",
    status: "needs_input",
    attention: ["question", "Which one do you prefer?"],
    branch: "feature/another-very-long-branch-name-that-goes-on",
    pullRequest: [12_345, "open", "pending"],
    model: "mistralai/mistral-large-with-a-long-name",
    runtime: "pi",
    thousands: 250_000,
    minutesAgo: 480,
    spot: true,
  },
  {
    title: "Write the release notes for 4.2",
    root: "docs",
    status: "needs_input",
    attention: ["review", "#77 is a draft"],
    summary: "Collected 64 changes since 4.1 and grouped them by screen.",
    pullRequest: [77, "open", "none"],
    thousands: 1_200,
    minutesAgo: 600,
  },
  ...["lexer", "parser", "printer"].map(
    (part): Sample => ({
      title: `Port the ${part} to TypeScript`,
      root: "compiler",
      status: "needs_input",
      attention: ["done", "The goal is met"],
      summary: `The ${part} and its tests are in TypeScript.`,
      thousands: 5_000,
      minutesAgo: 900,
      parent: 19,
    }),
  ),
  {
    title: "Port the compiler to TypeScript",
    root: "compiler",
    status: "needs_input",
    attention: ["review", "The goal is not met: 2 files are still JavaScript"],
    summary: "Three of five parts are ported, each by a session of its own.",
    model: opus,
    thousands: 31_000,
    minutesAgo: 890,
    favorite: true,
  },
  {
    title: "Look at this again next week",
    root: "crm",
    status: "needs_input",
    attention: ["done", "Finished without changes"],
    minutesAgo: 1_500,
    snoozed: true,
  },
  ...["Remove the old importer", "Rename the tax service"].map(
    (title): Sample => ({
      title,
      root: "billing",
      status: "archived",
      thousands: 2_000,
      minutesAgo: 4_000,
    }),
  ),
  ...["Cache", "Search", "Export"].map(
    (what, n): Sample => ({
      title: `${what}: find what makes it slow`,
      root: "crm",
      status: "needs_input",
      attention: n === 0 ? ["done", "Marked as done"] : ["done", "Finished without changes"],
      summary: `${what} spends most of its time waiting for one query.`,
      model: haiku,
      thousands: 90 * (n + 1),
      minutesAgo: 2_000 + n,
      spot: true,
    }),
  ),
];

const columns = [
  "slug, title, status, waiting_kind, waiting_since, agent_runtime, agent_root, prompt, prompt_delivered",
  "git_root, branch, model, config, metadata, conversation_id, conversation_started, clone_path, favorited",
  "scheduling_class, visibility, snoozed_until, failure_reason, failure_detail, archived_at, trash_after",
  "deliberate_sleep_at, last_touched_at, created_at, updated_at",
].join(", ");

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
    });
  } finally {
    database.close();
  }
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
    insert(sql, "session_attention (session_id, kind, reason, since, stopped_at)", [
      id,
      ...attention,
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
        sample.model ?? sonnet,
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
  JSON.stringify({ agent_root_key: sample.root }),
  ...conversationValues(sample, id),
  sample.favorite ? 1 : 0,
  sample.spot ? "spot" : "priority",
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

const modelValues = ({ model = sonnet }: Sample): Value[] => [model, JSON.stringify({ model })];

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
