import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { adHocUsage, sessionTokenUsages } from "../../../compose/schema.ts";
import { priceList } from "../../pricing/prices/index.ts";
import { readBurnCells, readSpentCells } from "./burn-cells.ts";
import { encodedSums } from "./encoded-sums.ts";
import { type CostReport, costQuery, recordQuery } from "./model.ts";
import { costReads, titlesOf } from "./reads.ts";
import { readRecords } from "./records.ts";
import { costService } from "./service.ts";
import { readTotal } from "./window-total.ts";

const hour = 3_600_000;
const day = 24 * hour;

function openBed() {
  const opened = openTestDatabase();
  const { database, clock } = opened;
  const { sql, db } = database;
  const prices = priceList();
  let calls = 0;
  let reads = 0;
  const learned: Parameters<Parameters<typeof costService>[0]["onBurnRates"]>[0][] = [];
  const costs = costService({
    clock,
    reads: {
      async sums(query) {
        reads += 1;
        return encodedSums(sql, query);
      },
      burnCells: async (query) => readBurnCells(sql, query),
      async total(query) {
        reads += 1;
        return readTotal(sql, query);
      },
      hasCalls: () => calls > 0,
      spentCells: async (query) => readSpentCells(sql, query),
      records: async (read) => readRecords(sql, read),
      titles: titlesOf(sql),
    },
    onBurnRates: (rates) => void learned.push(rates),
    prices: () => prices,
    quotaRuntimes: ["claude_code", "codex"],
    coverage: () => ({ status: "never" }) as never,
    version: () => String(calls),
  });
  return {
    ...opened,
    costs,
    learned,
    reads: () => reads,
    async report(query: object = {}) {
      const { pieces } = await costs.report(costQuery.parse(query));
      return JSON.parse(Buffer.concat(pieces).toString("utf8")) as CostReport;
    },
    records: (query: object = {}) => costs.records(recordQuery.parse(query)),
    /** A million tokens in, at five dollars unless another model is named. */
    call(row: Partial<typeof sessionTokenUsages.$inferInsert> & { ago?: number } = {}): void {
      calls += 1;
      const { ago = hour, ...rest } = row;
      const common = {
        agentRuntime: "claude_code",
        model: "claude-opus-5",
        outputTokens: 0,
        cacheReadTokens: 0,
      };
      db.insert(sessionTokenUsages)
        .values({
          ...common,
          requestId: `r${calls}`,
          calledAt: clock.at - ago,
          inputTokens: 1_000_000,
          cacheCreationTokens: 0,
          ...rest,
        })
        .run();
    },
    adHoc(subjectSessionId: number | null = null): void {
      calls += 1;
      db.insert(adHocUsage)
        .values({
          source: "session_title",
          subjectSessionId,
          agentRuntime: "pi",
          model: "claude-haiku-4-5",
          inputTokens: 1_000_000,
          calledAt: clock.at - hour,
        })
        .run();
    },
  };
}

describe("a cost report", () => {
  it("adds up sessions and ad hoc calls, whose parts equal the whole", async () => {
    using bed = openBed();
    const [one, two] = [bed.addSession({ title: "One" }), bed.addSession({ title: "Two" })];
    bed.call({ sessionId: one, agentRoot: "builder" });
    bed.call({ sessionId: one, agentRoot: "builder", agentId: "helper", ago: 2 * day });
    bed.call({ sessionId: two, inputTokens: 0, cacheReadTokens: 3_000_000 });
    bed.call({ source: "unknown", model: "nova-1" });
    bed.adHoc();
    const report = await bed.report();
    expect(report.totals).toMatchObject({
      cost_usd: 12.5,
      session_cost_usd: 11.5,
      adhoc_cost_usd: 1,
      tokens: 7_000_000,
      api_calls: 5,
      cache_hit_share: 3 / 7,
    });
    const sums = [report.by_model, report.cost_breakdown, report.by_day].map((rows) =>
      rows.reduce((sum, { cost_usd: usd }) => sum + usd, 0),
    );
    expect(sums).toEqual([12.5, 12.5, 12.5]);
    expect(report.by_agent_root).toMatchObject([
      { agent_root: "builder", cost_usd: 10, api_calls: 2 },
      { agent_root: null, cost_usd: 1.5 },
    ]);
    expect(report.by_thread_kind).toMatchObject([
      { kind: "main", cost_usd: 6.5 },
      { kind: "subagent", cost_usd: 5 },
    ]);
    expect(report.by_adhoc_source.map(({ source }) => source)).toEqual(["session_title", "unknown"]);
    expect(report.top_sessions).toMatchObject([
      { session_id: one, title: "One", cost_usd: 10 },
      { session_id: two, title: "Two", cost_usd: 1.5 },
    ]);
    expect(report.by_day.map(({ day: at, models }) => [at, models[0]?.name])).toEqual([
      ["2026-05-30", "claude-opus-5"],
      ["2026-06-01", "claude-opus-5"],
    ]);
  });

  it("names models without a known price, and counts them as zero", async () => {
    using bed = openBed();
    bed.call({ model: "nova-1" });
    const report = await bed.report();
    expect(report).toMatchObject({ totals: { cost_usd: 0, tokens: 1_000_000 }, unpriced_models: ["nova-1"] });
    expect(report.by_model).toMatchObject([{ model: "nova-1", priced: false }]);
  });

  it("leaves out ad hoc calls of an agent root, and keeps those about a session (R176)", async () => {
    using bed = openBed();
    const id = bed.addSession();
    bed.call({ sessionId: id, agentRoot: "builder" });
    bed.call({ source: "unknown", agentRoot: "builder" });
    bed.adHoc(id);
    bed.adHoc();
    const root = await bed.report({ agent_root: "builder" });
    expect(root).toMatchObject({
      totals: { cost_usd: 5 },
      scope: { agent_root: "builder", session_id: null },
    });
    expect("burn_rates" in root).toBe(false);
    const session = await bed.report({ agent_root: "other", session_id: String(id) });
    expect(session).toMatchObject({ totals: { cost_usd: 6 }, scope: { agent_root: null, session_id: id } });
    const whole = await bed.report({ session_id: "x7" });
    expect(whole).toMatchObject({ totals: { cost_usd: 12 }, burn_rates: [] });
  });

  it("folds groups beyond the top into one row (R190)", async () => {
    using bed = openBed();
    for (let at = 1; at <= 18; at += 1) bed.call({ agentRoot: `root-${at}`, inputTokens: at * 1_000 });
    const { by_agent_root: roots } = await bed.report();
    expect(roots).toHaveLength(16);
    expect(roots[0]).toMatchObject({ agent_root: "root-18", others: null });
    expect(roots.at(-1)).toMatchObject({ agent_root: "other (3)", others: 3, api_calls: 3 });
  });

  it("is kept until the ledger grows, and for ten minutes at most (R185)", async () => {
    using bed = openBed();
    bed.call();
    await bed.report();
    const once = bed.reads();
    await bed.report();
    expect(bed.reads()).toBe(once);
    bed.call();
    expect((await bed.report()).totals.api_calls).toBe(2);
    bed.clock.at += 11 * 60_000;
    await bed.report();
    expect(bed.reads()).toBe(3 * once);
  });

  it("has hours in the viewer's time zone, and compares with the window before", async () => {
    using bed = openBed();
    bed.call({ ago: 30 * 60_000 });
    bed.call({ ago: day + hour });
    const report = await bed.report({ days: "1", utc_offset: "60" });
    expect(report.by_day.map(({ day: at }) => at)).toEqual(["2026-06-01T12:00"]);
    expect(report).toMatchObject({ previous: { cost_usd: 5 }, projection: { usd_per_day: 5 } });
  });

  it("has days of the viewer's time zone, before and after its clocks change", async () => {
    using bed = openBed();
    const at = (text: string): void => bed.call({ ago: bed.clock.at - Date.parse(text) });
    // New York is five hours behind UTC until 8 March, and four from then on.
    at("2026-03-07T04:59:00Z");
    at("2026-03-07T05:00:00Z");
    at("2026-03-10T03:59:00Z");
    at("2026-03-10T04:00:00Z");
    const window = { from: "2026-03-01T05:00:00Z", to: "2026-04-01T04:00:00Z" };
    const of = (query: object) => bed.report({ ...window, ...query });
    const days = (report: CostReport) =>
      report.by_day.map(({ day: name, api_calls: calls }) => [name, calls]);
    const expected = [
      ["2026-03-06", 1],
      ["2026-03-07", 1],
      ["2026-03-09", 1],
      ["2026-03-10", 1],
    ];
    expect(days(await of({ timezone: "America/New_York", utc_offset: "60" }))).toEqual(expected);
    const session = bed.addSession();
    bed.call({ sessionId: session, ago: bed.clock.at - Date.parse("2026-03-07T04:30:00Z") });
    bed.call({ sessionId: session, ago: bed.clock.at - Date.parse("2026-03-10T03:30:00Z") });
    expect(days(await of({ timezone: "America/New_York", session_id: String(session) }))).toEqual([
      ["2026-03-06", 1],
      ["2026-03-09", 1],
    ]);
    expect(days(await of({ timezone: "Nowhere", utc_offset: "-300" })).at(-1)).toEqual(["2026-03-09", 3]);
  });
});

describe("the total of a day", () => {
  const today = (at: number) => ({ from: at - (at % day), to: at - (at % day) + day });

  it("is unknown before the first call, and then of all calls of that day", async () => {
    using bed = openBed();
    const window = today(bed.clock.at);
    expect(await bed.costs.total(window)).toBeNull();
    bed.call();
    bed.call({ source: "unknown", model: "nova-1" });
    bed.call({ ago: day });
    bed.adHoc();
    expect(await bed.costs.total(window)).toEqual({
      usd: 6,
      tokens: 3_000_000,
      unpriced_models: ["nova-1"],
    });
    expect(await bed.costs.total({ from: window.to, to: window.to + day })).toMatchObject({ usd: 0 });
  });

  it("is added up once until something is spent", async () => {
    using bed = openBed();
    const window = today(bed.clock.at);
    bed.call();
    for (let read = 0; read < 3; read += 1) await bed.costs.total(window);
    expect(bed.reads()).toBe(1);
    bed.call();
    expect(await bed.costs.total(window)).toMatchObject({ usd: 10 });
    expect(bed.reads()).toBe(2);
  });

  it("needs no thread without a call of that day", async () => {
    using bed = openBed();
    const reads = costReads(bed.database.sql, {
      run: () => Promise.reject(new Error("a thread was started")),
    });
    const steps = { prompts: [], instants: [], ownRates: [] };
    expect(reads.hasCalls()).toBe(false);
    bed.call({ ago: 2 * day });
    expect(reads.hasCalls()).toBe(true);
    expect(await reads.total({ ...today(bed.clock.at), ...steps })).toMatchObject({ usd: 0, tokens: 0 });
    bed.adHoc();
    await expect(reads.total({ ...today(bed.clock.at), ...steps })).rejects.toThrow("a thread was started");
  });
});

describe("burn rates (R187)", () => {
  it("divide what the newest sessions cost by their minutes, most expensive first", async () => {
    using bed = openBed();
    const [long, short] = [bed.addSession(), bed.addSession()];
    bed.call({ sessionId: long, agentRoot: "builder", ago: 2 * hour });
    bed.call({ sessionId: long, agentRoot: "builder", ago: hour });
    bed.call({ sessionId: short, agentRoot: "checker", model: "claude-haiku-4-5" });
    bed.call({ agentRoot: "gone" });
    bed.call({ sessionId: short, agentRoot: "pi", agentRuntime: "pi" });
    bed.call({ sessionId: short, agentRoot: "old", ago: 31 * day });
    await bed.costs.updateBurnRates();
    const { burn_rates: rates } = await bed.report();
    expect(rates?.map(({ harness, sample_minutes: minutes }) => [harness, minutes])).toEqual([
      ["checker", 1],
      ["gone", 0],
      ["builder", 60],
    ]);
    expect(rates?.map(({ usd_per_minute: usd }) => usd)).toEqual(
      [1, 11 / 61, 10 / 60].map((usd) => expect.closeTo(usd, 6)),
    );
    bed.clock.at += 25 * hour;
    expect((await bed.report()).burn_rates).toEqual([]);
  });

  it("are told for each runtime that has quota, whatever the report shows", async () => {
    using bed = openBed();
    bed.call({ sessionId: bed.addSession(), agentRoot: "builder", agentRuntime: "codex" });
    await bed.costs.updateBurnRates();
    expect((await bed.report()).burn_rates).toEqual([]);
    expect(bed.learned.map((rates) => rates.get("codex"))).toMatchObject([
      [{ harness: "builder", usd_per_minute: 5 }],
    ]);
  });

  it("have beside them what a runtime spent in a window, the service's own calls included", async () => {
    using bed = openBed();
    bed.call({ ago: 2 * hour });
    bed.call({ ago: 2 * hour, agentRuntime: "codex" });
    bed.call({ ago: 5 * hour });
    bed.database.db
      .insert(adHocUsage)
      .values({
        source: "session_title",
        agentRuntime: "claude_code",
        model: "claude-opus-5",
        inputTokens: 100_000,
        calledAt: bed.clock.at - hour,
      })
      .run();
    const window = { from: bed.clock.at - 3 * hour, to: bed.clock.at };
    expect(await bed.costs.spentOf({ runtime: "claude_code", ...window })).toBeCloseTo(5.5, 6);
    expect(await bed.costs.spentOf({ runtime: "codex", ...window })).toBeCloseTo(5, 6);
  });

  it("need no thread where nothing was called for a month", async () => {
    using bed = openBed();
    const run = () => Promise.reject(new Error("a thread"));
    const { burnCells } = costReads(bed.database.sql, { run });
    const query = { since: bed.clock.at - 30 * day, runtimes: ["claude_code"], prompts: [], instants: [] };
    bed.call({ ago: 31 * day });
    expect(await burnCells(query)).toEqual([]);
    bed.call();
    await expect(burnCells(query)).rejects.toThrow("a thread");
  });
});

describe("single calls", () => {
  it("are newest first, by session, model or source", async () => {
    using bed = openBed();
    const id = bed.addSession();
    bed.call({ sessionId: id, ago: 2 * hour });
    bed.call({ sessionId: id, agentId: "helper" });
    bed.call({ source: "unknown", model: "nova-1" });
    bed.adHoc(id);
    expect(await bed.records({ session_id: String(id) })).toMatchObject({
      kind: "session",
      window: null,
      records: [
        { request_id: "r2", subagent: true, cost_usd: 5, priced: true },
        { request_id: "r1", subagent: false },
      ],
      pagination: { total_count: 2 },
    });
    expect((await bed.records({ subagent: "true" })).records).toHaveLength(1);
    expect((await bed.records({ kind: "adhoc" })).records).toHaveLength(2);
    expect((await bed.records({ kind: "adhoc", source: "unknown" })).records).toMatchObject([
      { model: "nova-1", priced: false, source: "unknown", subject_session_id: null },
    ]);
    expect(await bed.records({ days: "1", per_page: "1", page: "2" })).toMatchObject({
      records: [{ request_id: "r1" }],
      window: { label: "24 hours" },
    });
  });

  it("of the service itself and of CLIs are one list, page by page", async () => {
    using bed = openBed();
    const id = bed.addSession();
    bed.call({ source: "unknown", ago: 3 * hour });
    bed.adHoc(id);
    bed.call({ source: "unknown", ago: hour / 2 });
    bed.call({ source: "unknown", ago: 2 * day });
    const page = async (at: number) => {
      const { records, pagination } = await bed.records({
        kind: "adhoc",
        days: "1",
        per_page: "2",
        page: String(at),
      });
      return { found: records.map(({ source }) => source), total: pagination.total_count };
    };
    const first = await page(1);
    const second = await page(2);
    expect([...first.found, ...second.found]).toEqual(["unknown", "session_title", "unknown"]);
    expect([first.total, second.total]).toEqual([3, 3]);
  });
});
