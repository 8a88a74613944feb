import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { claudeCorpus, codexCorpus } from "../../../../test/support/usage-corpus.ts";
import { jobQueue } from "../../../jobs/queue.ts";
import { claudeReports } from "../../../runtimes/claude-code/reported.ts";
import { codexReports } from "../../../runtimes/codex/reported.ts";
import { transcriptReaders } from "../../../runtimes/facts.ts";
import { piTranscript } from "../../../runtimes/pi/transcript.ts";
import { priceList } from "../../pricing/prices/index.ts";
import { openSessionBed } from "../../sessions/sessions/session-test-bed.ts";
import { transcriptService } from "../../transcripts/transcripts/index.ts";
import { registerUsageJobs, reportedUsageRecorder, usageService } from "./index.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 1, 12, 0, second)).toISOString();
const head = { type: "session", id: "uuid-1", version: 3, timestamp: at(0) };
const answer = (id: string, output: number, model = "anthropic/claude-opus-5") => ({
  type: "message",
  id,
  timestamp: at(1),
  message: { role: "assistant", model, content: [], usage: { input: 100_000, output, cacheRead: 0 } },
});

async function openBed() {
  const bed = await openSessionBed();
  const folder = await makeTestFolder();
  const { database, clock, sessions } = bed;
  clock.at = Date.parse(at(59));
  const jobs = jobQueue({ sql: database.sql, clock, log: silentLog, boot: "boot-1" });
  const prices = priceList();
  const changed: number[] = [];
  const noted: string[] = [];
  const agents = new Map<string, { updatedAt: number; lines: object[] }>();
  const transcripts = transcriptService({
    database,
    clock,
    readers: transcriptReaders,
    redactLine: (line) => line,
    changed: (sessionId) => usage.onAppended({ sessionId }),
  });
  const usage = usageService({
    database,
    clock,
    jobs,
    sessions,
    transcripts,
    subagents: {
      sources: () => [...agents].map(([agentId, { updatedAt }], id) => ({ id, agentId, updatedAt })),
      boundedLines: async (id) => [...agents.values()][id]?.lines.map((line) => JSON.stringify(line)) ?? [],
    },
    turns: () => [
      { id: 8, startedAt: Date.parse(at(5)) },
      { id: 7, startedAt: Date.parse(at(0)) },
    ],
    sessionId: (reference) => sessions.find(reference).id,
    sessionLog: { note: (_id, _level, line) => void noted.push(line) },
    prices: () => prices,
    changed: ({ sessionId }) => void changed.push(sessionId),
  });
  registerUsageJobs(jobs, usage);
  bed.events.on("transitioned", usage.onTransition);
  return {
    ...bed,
    usage,
    changed,
    noted,
    report: reportedUsageRecorder(database),
    agents,
    cost: (id: number) => usage.costs([id]).get(id),
    queued: (): string[] =>
      database.sql
        .prepare<[], { kind: string; run_at: number }>("SELECT kind, run_at FROM jobs ORDER BY id")
        .all()
        .map((job) => `${job.kind} +${job.run_at - clock.at}`),
    async write(id: number, lines: readonly object[], reader = piTranscript): Promise<void> {
      const path = folder.at(`${id}-${transcripts.lineCount(id)}.jsonl`);
      await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      await transcripts.ingest({ sessionId: id, home: folder.path, path, reader });
    },
  };
}

describe("the cost of a session", () => {
  it("counts a call that is recorded with a text of megabytes", async () => {
    await using bed = await openBed();
    const id = bed.addSession({ status: "running", agentRuntime: "pi" });
    const call = answer("a1", 1_000);
    const content = [{ type: "text", text: randomBytes(600_000).toString("base64") }];
    await bed.write(id, [head, { ...call, message: { ...call.message, content } }]);
    await bed.usage.read(id);
    expect(bed.cost(id)?.tokens).toBe(101_000);
  });

  it("is read shortly after its transcript grew, and when its turn ends", async () => {
    await using bed = await openBed();
    const id = bed.addSession({ status: "running", agentRuntime: "pi" });
    await bed.write(id, [head, answer("a1", 0)]);
    await bed.write(id, [answer("a2", 0)]);
    bed.sessions.transition(bed.sessions.find(String(id)), { kind: "turn_rested" });
    expect(bed.queued()).toEqual(["token_usage.read +3000", "token_usage.read +0"]);
  });

  it("grows with each call, notifies the board, and counts no call twice (R178)", async () => {
    await using bed = await openBed();
    const id = bed.addSession({ agentRuntime: "pi" });
    expect(bed.cost(id)).toBeUndefined();
    await bed.write(id, [head, answer("a1", 20_000)]);
    await bed.usage.read(id);
    expect(bed.cost(id)).toEqual({ usd: 1, tokens: 120_000, unpriced_models: [] });
    await bed.usage.read(id);
    await bed.write(id, [answer("a1", 20_000), answer("a2", 0, "nova-1")]);
    await bed.usage.read(id);
    expect(bed.cost(id)).toEqual({ usd: 1, tokens: 220_000, unpriced_models: ["nova-1"] });
    expect(bed.changed).toEqual([id, id]);
  });

  it("uses the longer answer of two lines of one call", async () => {
    await using bed = await openBed();
    const id = bed.addSession({ agentRuntime: "pi" });
    await bed.write(id, [head, answer("a1", 1), answer("a1", 20_000), answer("a1", 2)]);
    await bed.usage.read(id);
    expect(bed.cost(id)?.tokens).toBe(120_000);
  });

  it("counts lines that a fork copied for the original session only", async () => {
    await using bed = await openBed();
    const [first, fork] = [bed.addSession({ agentRuntime: "pi" }), bed.addSession({ agentRuntime: "pi" })];
    await bed.write(first, [head, answer("a1", 20_000)]);
    await bed.usage.read(first);
    await bed.write(fork, [head, answer("a1", 20_000), answer("b1", 0)]);
    await bed.usage.read(fork);
    expect([bed.cost(first)?.tokens, bed.cost(fork)?.tokens]).toEqual([120_000, 100_000]);
  });

  it("includes the calls of its subagents, from where each was last read", async () => {
    await using bed = await openBed();
    const id = bed.addSession({ agentRuntime: "pi" });
    const agent = { updatedAt: 1, lines: [{ ...head, id: "uuid-2" }, answer("s1", 20_000)] };
    bed.agents.set("helper", agent);
    await bed.usage.read(id);
    bed.agents.set("helper", { updatedAt: 2, lines: [...agent.lines, answer("s2", 20_000)] });
    await bed.usage.read(id);
    const usage = bed.usage.of(String(id));
    expect(usage.by_turn).toMatchObject([{ turn_id: 7, cost: { usd: 2 } }]);
    expect(usage.subagents).toMatchObject({ calls: 2, usd: 2 });
    expect(usage.by_agent).toMatchObject([{ agent_id: "helper", cost: { usd: 2 } }]);
    expect(usage.by_model).toMatchObject([{ model: "anthropic/claude-opus-5", calls: 2, usd: 2 }]);
  });

  it("prices calls with and without a long prompt separately", async () => {
    await using bed = await openBed();
    const id = bed.addSession({ agentRuntime: "pi" });
    const short = answer("a1", 0, "openai/gpt-6-sol");
    const long = answer("a2", 0, "openai/gpt-6-sol");
    long.message.usage = { input: 100_000, output: 0, cacheRead: 200_000 };
    await bed.write(id, [head, short, long]);
    await bed.usage.read(id);
    expect(bed.cost(id)?.usd).toBeCloseTo(0.2 + 0.4 + 0.08, 9);
  });

  it("is found for earlier sessions, and stays when one is deleted", async () => {
    await using bed = await openBed();
    const id = bed.addSession({ agentRuntime: "pi" });
    await bed.write(id, [head, answer("a1", 0)]);
    bed.database.sql.exec("DELETE FROM jobs");
    bed.usage.resume();
    expect(bed.queued()).toEqual(["token_usage.sweep +10000"]);
    expect(await bed.usage.sweep()).toBeUndefined();
    expect(bed.cost(id)?.tokens).toBe(100_000);
    bed.database.sql.prepare("DELETE FROM sessions WHERE id = ?").run(id);
    expect(bed.database.sql.prepare("SELECT session_id FROM session_token_usages").pluck().all()).toEqual([
      null,
    ]);
  });
});

const leftOut = (bed: Awaited<ReturnType<typeof openBed>>, id: number) => bed.usage.of(String(id)).left_out;

describe("what only the files of a session claim", () => {
  const model = "claude-opus-5";
  const none = { outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0, webSearchRequests: 0 };
  const told = (inputTokens: number) => ({ model, inputTokens, ...none });

  it("counts up to what the CLI reported, and the rest is said and left out", async () => {
    await using bed = await openBed();
    const id = bed.addSession({ agentRuntime: "pi" });
    bed.report(id, { ...told(100_000), outputTokens: 1_000 });
    await bed.write(id, [head, answer("a1", 1_000), answer("a2", 0), answer("a3", 0)]);
    await bed.usage.read(id);
    expect([bed.cost(id)?.tokens, leftOut(bed, id)]).toEqual([101_000, { calls: 2, tokens: 200_000 }]);
    expect(bed.noted).toEqual([expect.stringContaining("2 calls to models with 200,000 tokens left out")]);
  });

  it("waits for the CLI's own figures while its turn runs, and counts once they are there", async () => {
    await using bed = await openBed();
    const id = bed.addSession({ status: "running", agentRuntime: "pi" });
    bed.report(id, told(1));
    await bed.write(id, [head, answer("a1", 0)]);
    await bed.usage.read(id);
    expect([bed.cost(id), leftOut(bed, id)]).toEqual([undefined, null]);
    bed.report(id, told(100_000));
    await bed.usage.read(id);
    expect([bed.cost(id)?.tokens, leftOut(bed, id)]).toEqual([100_000, null]);
  });

  it("counts where no CLI reports, unless no model can do it", async () => {
    await using bed = await openBed();
    const id = bed.addSession({ agentRuntime: "pi" });
    const tomorrow = { ...answer("a2", 0), timestamp: new Date(bed.clock.at + 86_400_000).toISOString() };
    await bed.write(id, [head, answer("a1", 0), tomorrow, answer("a3", 900_000_000_000)]);
    await bed.usage.read(id);
    expect(bed.cost(id)?.tokens).toBe(100_000);
    expect(leftOut(bed, id)).toMatchObject({ calls: 2 });
  });

  it("does not make another session's call longer, and a call of its own only as far as the CLI reports", async () => {
    await using bed = await openBed();
    const [first, second] = [bed.addSession({ agentRuntime: "pi" }), bed.addSession({ agentRuntime: "pi" })];
    await bed.write(first, [head, answer("a1", 1_000)]);
    await bed.usage.read(first);
    await bed.write(second, [head, answer("a1", 90_000)]);
    await bed.usage.read(second);
    expect([bed.cost(first)?.tokens, leftOut(bed, second)?.calls]).toEqual([101_000, 1]);
    bed.report(first, told(0));
    await bed.write(first, [answer("a1", 1_500_000)]);
    await bed.usage.read(first);
    expect([bed.cost(first)?.tokens, leftOut(bed, first)?.calls]).toEqual([101_000, 1]);
  });
});

/** What the CLI told of a conversation while it wrote these lines, without those that it copied from an earlier one. */
type Told = (lines: readonly Line[], report: Parameters<typeof claudeReports>[0]) => void;
interface Line {
  type: string;
  sessionId?: string;
  requestId?: string;
  message?: { id?: string; model?: string; usage?: { output_tokens: number } };
  payload?: { model: string; info?: { total_token_usage: object; last_token_usage: object } };
}

const toldByClaude: Told = (lines, report) => {
  const take = claudeReports(report);
  for (const { sessionId, requestId, message } of lines) {
    if (message?.usage === undefined || requestId?.startsWith(`req_${sessionId}-`) !== true) continue;
    const start = { ...message, usage: { ...message.usage, output_tokens: 1 } };
    take({ type: "stream_event", event: { type: "message_start", message: start } });
    take({ type: "assistant", message: start });
    take({ type: "stream_event", event: { type: "message_delta", usage: message.usage } });
  }
};

const camelCase = (counts: object): object =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      count,
    ]),
  );

const toldByCodex: Told = (lines, report) => {
  let take = codexReports("", report);
  for (const { type, payload } of lines) {
    // Each turn has a process of its own.
    if (type === "turn_context") take = codexReports(payload?.model ?? "", report);
    if (!payload?.info) continue;
    const { total_token_usage: total, last_token_usage: last } = payload.info;
    const tokenUsage = { total: camelCase(total), last: camelCase(last) };
    take("thread/tokenUsage/updated", { threadId: "one", tokenUsage });
  }
};

const linesOf = (text: string): Line[] =>
  text.split("\n").flatMap((line) => (line.endsWith("}") ? [JSON.parse(line) as Line] : []));

describe.each([
  ["claude_code", (seed: number) => claudeCorpus(seed, { calls: 300 }), toldByClaude],
  ["codex", (seed: number) => codexCorpus(seed, { answers: 300 }), toldByCodex],
] as const)("long conversations of %s", (agentRuntime, corpus, told) => {
  it.each([1, 2, 3])("count whole, as their CLI told of them (%d)", async (seed) => {
    await using bed = await openBed();
    const files = Object.entries(corpus(seed)).filter(([name]) => !name.includes("/subagents/"));
    for (const [, text] of files) {
      const id = bed.addSession({ agentRuntime });
      const lines = linesOf(text);
      told(lines, (usage) => bed.report(id, usage));
      await bed.write(id, lines, transcriptReaders.get(agentRuntime));
      await bed.usage.read(id);
      expect([leftOut(bed, id), bed.cost(id)?.tokens]).toEqual([null, expect.any(Number)]);
    }
    expect(bed.noted).toEqual([]);
  });
});
