import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServiceWithBoard } from "./browser.ts";
import { openServiceDatabase, type ServiceDatabase } from "./database-dump.ts";
import { askQuestion } from "./questions.ts";
import { readRecorded, recordedRuntimes } from "./recorded-conversations.ts";
import { sampleSessions } from "./sample-sessions.ts";
import { seedSampleSessions } from "./seed-sample-sessions.ts";
import { answerLine, seedConversation, seedLines } from "./seed-transcript.ts";
import type { TestService } from "./service.ts";
import { createSession, failedSession, heldSession, restedSession } from "./sessions.ts";

export interface SampleBoard extends AsyncDisposable {
  service: TestService;
  /** Sessions worth a look: one at work, one that asks, one with changes, one that failed, one with a long conversation. */
  ids: { running: number; asking: number; changed: number; failed: number; conversation: number };
}

const code = [
  "The total was rounded twice. I moved it into **one** place:",
  "",
  "```ts",
  "export const total = (lines: readonly Line[]): Money =>",
  "  lines.reduce((sum, { amount, count }) => add(sum, times(amount, count)), zero);",
  "```",
  "",
  "| invoice | before | after |",
  "| --- | ---: | ---: |",
  "| 2026-114 | 1,204.51 | 1,204.50 |",
  "| 2026-131 | 87.34 | 87.34 |",
  "",
  "- `total` is exact, in cents",
  "- the view only formats it",
].join("\n");

const conversation = (): object[] => [
  {
    type: "user",
    timestamp: "2026-11-20T09:58:00.000Z",
    message: {
      role: "user",
      content: [{ type: "text", text: "Why is the total of `2026-114` one cent off?" }],
    },
  },
  ...Array.from({ length: 12 }, (_, n) => answerLine(`Looked at the sum of page ${n + 1}; it is exact.`)),
  answerLine(code),
];

const numberOf = (start: string): number =>
  sampleSessions.findIndex(({ title }) => title.startsWith(start)) + 1;

/** The session with the recorded conversation of a CLI. */
export const recordedIn = (runtime: string): number =>
  sampleSessions.findIndex(({ title }) => title.endsWith(`(${runtime})`)) + 1;

const minuteMs = 60_000;

/** Sessions wait for quota, for room and for a provider, as their turns would have left them. */
function putWaiting({ sql }: ServiceDatabase, now: number): void {
  const wait = sql.prepare(
    "UPDATE sessions SET status = 'waiting', waiting_kind = ?, waiting_since = ?, retry_at = ?, failure_detail = ? WHERE id = ?",
  );
  const forget = sql.prepare(
    "UPDATE session_attention SET kind = NULL, reason = NULL, since = NULL WHERE session_id = ?",
  );
  for (const [n, { waitsLater: waits, minutesAgo }] of sampleSessions.entries()) {
    if (!waits) continue;
    const { kind, retryInMinutes: left, detail = null } = waits;
    forget.run(n + 1);
    wait.run(
      kind,
      now - minutesAgo * minuteMs,
      left === undefined ? null : now + left * minuteMs,
      detail,
      n + 1,
    );
  }
}

/** Both accounts of Codex are out of quota, and one of Claude Code has used some of its own. */
function putAccounts({ sql }: ServiceDatabase, now: number): void {
  const account = sql.prepare(
    `INSERT INTO inference_accounts (runtime, email, email_key, priority, is_current, kind, place, status, quota_spent_at,
       quota_reset_at, verified_at, probed_at, created_at, updated_at)
     VALUES (@runtime, @email, @email, 1, @current, 'api_key', 'stored', @status, @spentAt, @resetAt, 1, @now, 1, 1)`,
  );
  const spent = { runtime: "codex", current: 0, status: "quota_exceeded", spentAt: now, now };
  account.run({ ...spent, email: "ada@example.org", resetAt: now + 96 * minuteMs });
  account.run({ ...spent, email: "grace@example.org", resetAt: now + 300 * minuteMs });
  const active = { runtime: "claude_code", current: 1, status: "active", spentAt: null, resetAt: null, now };
  const { lastInsertRowid: id } = account.run({ ...active, email: "team@example.org" });
  const window = (utilization: number, hours: number): string =>
    JSON.stringify({ utilization, resetAt: now + hours * 60 * minuteMs, status: "allowed" });
  sql
    .prepare(
      `INSERT INTO account_readings (account_id, email, runtime, taken_at, trigger, plan, five_hour, seven_day)
       VALUES (?, 'team@example.org', 'claude_code', ?, 'sample', 'max', ?, ?)`,
    )
    .run(id, now, window(0.42, 2), window(0.71, 60));
}

/** Something for the backlog, the inbox and the pages of quality. */
async function putRecords(service: TestService): Promise<void> {
  const git_root = await service.repository();
  const items = [
    { title: "Fix the rounding of the till", estimated_cost: "small" },
    { title: "Explain the importer in its README", estimated_cost: "small" },
    { title: "Replace the date picker", estimated_cost: "medium" },
    { title: "Move the invoices to the new ledger", estimated_cost: "large" },
  ];
  for (const [n, item] of items.entries())
    await service.call("POST", "/work_backlog_items", {
      ...item,
      git_root,
      issue_url: `https://github.com/acme/shop/issues/${n + 31}`,
    });
  await service.call("POST", "/notifications/push", {
    session_id: numberOf("Explain how"),
    message: "The explanation is in docs/scheduler.md.",
  });
  for (const [decision, number] of [
    ["HELD", 12],
    ["MERGED", 9],
  ] as const)
    await service.call("POST", "/gate_decisions", {
      gate: "pr_merge",
      surface: "till",
      entry: {
        artifact_url: `https://github.com/acme/till/pull/${number}`,
        decision,
        title: "Sort the till",
      },
    });
  await service.call("POST", "/outcome_analyses", {
    session_id: numberOf("Remove the old importer"),
    schema_version: "1",
    root: {
      id: "S0",
      trigger: { kind: "New", source: "user" },
      goal: { text: "Remove the old importer", kind: "Action" },
      outcome: { kind: "Success", explanation: "It is gone, and nothing imports it." },
      meta: {},
      children: [],
    },
  });
}

/**
 * A service with 48 sessions in all states: 42 stored before it starts, with a conversation of each CLI among them, and six
 * that agents have really worked on. Codex is out of quota.
 */
export async function startSampleBoard(
  options: Pick<NonNullable<Parameters<typeof startServiceWithBoard>[0]>, "scenarios"> = {},
): Promise<SampleBoard> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-test-"));
  await mkdir(join(folder, "data"), { recursive: true });
  seedSampleSessions(join(folder, "data"), Date.now());
  const service = await startServiceWithBoard({ folder, ...options });
  const held = await heldSession(service, { title: "Run the whole test suite and mend what fails" });
  const asking = await heldSession(service, { title: "Paint the buttons of the shop" });
  const [changed, failed] = await Promise.all([
    restedSession(
      service,
      "#script write_file path=src/total.ts text=export const total = 1;\n#script say Added the total.",
      { title: "Show the total on the cart" },
    ),
    failedSession(service),
    restedSession(service, "#script say It is one cent off.", { title: "Totals that are one cent off" }),
    createSession(service, { title: "Waits for its first message" }),
  ]);
  await askQuestion(service, asking.session.id, {
    id: "color",
    message: "Which color do the buttons get?",
    requestedSchema: {
      type: "object",
      properties: {
        color: { type: "string", title: "Color", enum: ["Blue", "Green", "Neither of them"] },
        note: { type: "string", title: "Anything else?" },
      },
      required: ["color"],
    },
  });
  const long = numberOf("Upgrade React");
  await seedLines(service, long, conversation());
  for (const runtime of recordedRuntimes)
    await seedConversation(service, { sessionId: recordedIn(runtime), runtime }, await readRecorded(runtime));
  await putRecords(service);
  {
    using data = openServiceDatabase(service);
    putWaiting(data, Date.now());
    putAccounts(data, Date.now());
  }
  const ids = {
    running: held.session.id,
    asking: asking.session.id,
    changed: changed.id,
    failed: failed.id,
    conversation: long,
  };
  return {
    service,
    ids,
    async [Symbol.asyncDispose]() {
      await held.release();
      await asking.release();
      await service[Symbol.asyncDispose]();
    },
  };
}
