import { afterAll, beforeAll, describe, expect } from "vitest";
import type { OutcomeAnalysis, OutcomeSummary } from "../../server/domains/outcomes/analyses/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { clonedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface One {
  outcome_analysis: OutcomeAnalysis;
  earlier: OutcomeSummary[];
  superseded_by: OutcomeSummary | null;
  superseded_previous: boolean;
  error: string;
  messages: string[];
}
interface List {
  outcome_analyses: OutcomeSummary[];
  pagination: { total_count: number };
}

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const node = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  trigger: { kind: "New", source: "user" },
  goal: { text: "Fix the till", kind: "Action" },
  outcome: { kind: "Success", explanation: "It adds up." },
  meta: { event_range: [0, 3], model: "fable" },
  children: [] as unknown[],
  ...more,
});
const failed = { outcome: { kind: "Failure", explanation: "It did not." } };
const tree = () => node("S0", { children: [node("S0.0", failed), node("S0.1")] });

const save = (session_id: unknown, root: unknown, more: Record<string, unknown> = {}) =>
  service.call<One>("POST", "/outcome_analyses", { session_id, schema_version: "1", root, ...more });
const read = (reference: string | number) => service.call<One>("GET", `/outcome_analyses/${reference}`);
const list = async (query: Record<string, string> = {}): Promise<List> =>
  (await service.call<List>("GET", `/outcome_analyses?${new URLSearchParams(query)}`)).body;

async function archived(): Promise<{ id: number; slug: string }> {
  const { id, slug } = await clonedSession(service);
  expect((await service.call("POST", `/sessions/${id}/archive`)).status).toBe(200);
  return { id, slug: slug ?? "" };
}

describe("an analysis", () => {
  proves(
    "E132",
    "E133",
    "R191",
  )("of an archived session is kept with its tree, and the next one supersedes it", async () => {
    const { id, slug } = await archived();
    const first = await save(id, tree(), { notes: " Read twice. " });
    expect(first).toMatchObject({
      status: 201,
      body: {
        superseded_previous: false,
        outcome_analysis: {
          session_id: id,
          schema_version: "1",
          notes: "Read twice.",
          root_outcome: "Success",
          segment_count: 3,
          failure_segment_count: 1,
          success_segment_count: 2,
          max_depth: 2,
          superseded_at: null,
          root: { id: "S0", children: [{ id: "S0.0", outcome: { kind: "Failure" } }, { id: "S0.1" }] },
        },
      },
    });
    expect((await read(slug)).body.outcome_analysis).toEqual(first.body.outcome_analysis);
    const second = await save(slug, node("S0", failed));
    expect(second).toMatchObject({ status: 201, body: { superseded_previous: true } });
    expect((await read(id)).body).toMatchObject({
      outcome_analysis: { root_outcome: "Failure", session_title: expect.stringMatching(/./) },
      earlier: [{ id: first.body.outcome_analysis.id, superseded_at: expect.any(String) }],
      superseded_by: null,
    });
    const found = (await list({ session_id: String(id) })).outcome_analyses;
    expect(found.map(({ session_id }) => session_id)).toEqual([id]);
  });

  proves("E132")("that was superseded can still be read, with the one that superseded it", async () => {
    const { id } = await archived();
    const ids: number[] = [];
    for (const root of [tree(), node("S0", failed), node("S0")])
      ids.push((await save(id, root)).body.outcome_analysis.id);
    const [first, second, third] = ids;
    const earlier = (await read(`${id}?analysis=${second}`)).body;
    expect(earlier).toMatchObject({
      outcome_analysis: { id: second, root_outcome: "Failure", superseded_at: expect.any(String) },
      superseded_by: { id: third },
    });
    expect(earlier.earlier.map((one) => one.id)).toEqual([first]);
    expect((await read(`${id}?analysis=${third}`)).body).toEqual((await read(id)).body);
    const other = await archived();
    await save(other.id, tree());
    expect(await read(`${other.id}?analysis=${first}`)).toMatchObject({
      status: 404,
      body: { message: "This session has no outcome analysis with this id" },
    });
    expect((await read(`${id}?analysis=one`)).status).toBe(422);
  });

  proves("R191", "X25")("is refused with every problem of its tree, and nothing is written", async () => {
    const { id } = await archived();
    const root = node("S0", {
      outcome: { kind: "Success", explanation: "" },
      children: [node("S0.1", { trigger: { kind: "Correction", source: "user" } })],
    });
    const answer = await save(id, root, { schema_version: "2" });
    expect(answer).toMatchObject({ status: 422, body: { error: "Invalid Segment tree" } });
    expect(answer.body.messages).toEqual([
      expect.stringContaining("schema_version"),
      expect.stringContaining("outcome.explanation is missing"),
      expect.stringContaining("by its position it is S0.0"),
      expect.stringContaining("Correction"),
    ]);
    expect(await read(id)).toMatchObject({ status: 404 });
  });

  proves("E133")("is only of an archived session that analyzes no other", async () => {
    const open = await clonedSession(service);
    expect(await save(open.id, tree())).toMatchObject({
      status: 422,
      body: { error: "Unanalyzable session" },
    });
    expect(await save(999_999, tree())).toMatchObject({ status: 404 });
    const [target, analyzer] = [await archived(), await archived()];
    expect(await save(target.id, tree(), { analyzer_session_id: target.id })).toMatchObject({ status: 422 });
    expect(await save(target.id, tree(), { analyzer_session_id: 999_999 })).toMatchObject({ status: 422 });
    expect(await save(target.id, tree(), { analyzer_session_id: analyzer.id })).toMatchObject({
      status: 201,
    });
    expect(await save(analyzer.id, tree())).toMatchObject({ status: 422 });
  });
});

describe("the list", () => {
  proves("E131", "R192")("has no trees, and drops filters that it cannot read", async () => {
    const [good, bad] = [await archived(), await archived()];
    await save(good.id, tree());
    await save(bad.id, node("S0", failed));
    const idsOf = async (query: Record<string, string>) =>
      (await list(query)).outcome_analyses.map(({ session_id }) => session_id);
    const all = await list();
    expect(all.outcome_analyses.slice(0, 2).map(({ session_id }) => session_id)).toEqual([bad.id, good.id]);
    expect(all.outcome_analyses[0]).not.toHaveProperty("root");
    expect(await idsOf({ outcome: "failure" })).toContain(bad.id);
    expect(await idsOf({ outcome: "failure" })).not.toContain(good.id);
    expect(await idsOf({ from: "2999-01-01" })).toEqual([]);
    expect(await idsOf({ to: "2020-01-01" })).toEqual([]);
    expect(await idsOf({ agent_runtime: "codex" })).toEqual([]);
    for (const query of [{ from: "yesterday" }, { to: "2026-02-30" }, { outcome: "perhaps" }])
      expect((await list(query)).pagination.total_count).toBe(all.pagination.total_count);
  });
});

proves("E132", "E133")("tools of MCP save and read the same", async () => {
  await using mcp = await openMcpClient(service, { query: "?tool_groups=outcome_analyses" });
  const { id } = await archived();
  await mcp.says("save_outcome_analysis", { session_id: id, root: tree() });
  const one = await mcp.says<One>("get_outcome_analysis", { session_id: id });
  expect(one.text).toContain("  - S0.0 Fix the till: Failure. It did not.");
  expect(one.facts.outcome_analysis).toEqual((await read(id)).body.outcome_analysis);
  const all = await mcp.says<List>("get_outcome_analysis", { view: "list", outcome: "Success" });
  expect(all.facts.outcome_analyses.map(({ session_id }) => session_id)).toContain(id);
  expect(await mcp.refuses("get_outcome_analysis", {})).toContain("needs session_id");
  expect(await mcp.refuses("save_outcome_analysis", { session_id: id, root: {} })).toContain("goal");
});
