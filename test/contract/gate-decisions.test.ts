import { afterAll, beforeAll, describe, expect } from "vitest";
import type {
  GateDecision,
  GateDecisionSummary,
} from "../../server/domains/outcomes/gate-decisions/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { clonedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface One {
  gate_decision: GateDecision;
  human_feedback_dropped: boolean;
  error: string;
  messages: string[];
}
interface List {
  gate_decisions: GateDecisionSummary[];
  pagination: { total_count: number };
  error: string;
  message: string;
}

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const pullRequest = (number: number): string => `https://github.com/acme/shop/pull/${number}`;
const record = (entry: unknown, body: Record<string, unknown> = {}) =>
  service.call<One>("POST", "/gate_decisions", { gate: "pr_merge", surface: "till", entry, ...body });
async function recorded(entry: Record<string, unknown>, body: Record<string, unknown> = {}) {
  const answer = await record(entry, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.gate_decision;
}
const list = (query: Record<string, string>) =>
  service.call<List>("GET", `/gate_decisions?${new URLSearchParams(query)}`);
const idsOf = async (query: Record<string, string>): Promise<number[]> =>
  (await list(query)).body.gate_decisions.map(({ id }) => id);

describe("a decision", () => {
  proves(
    "E136",
    "E137",
    "R194",
  )("is kept as the gate wrote it, but for feedback", async () => {
    const { id: session } = await clonedSession(service);
    const entry = {
      artifact_url: pullRequest(1),
      decision: "HELD",
      decided_at: "2026-03-01T10:00:00Z",
      title: "Mend the till",
      producing_session_url: "https://board.test/sessions/9",
      reasons: [{ check: "tests", found: "none", Human_Feedback: "fine" }],
      human_feedback: [{ verdict: "agree" }],
    };
    const answer = await record(entry, { surface: "Check-out page", writing_session_id: session });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        human_feedback_dropped: true,
        gate_decision: {
          gate: "pr_merge",
          surface: "check_out_page",
          artifact_url: pullRequest(1),
          title: "Mend the till",
          decision: "HELD",
          decided_at: "2026-03-01T10:00:00Z",
          producing_session_url: entry.producing_session_url,
          writing_session_id: session,
          recorded_via: "api",
          human_feedback: [],
        },
      },
    });
    const { gate_decision: decision } = answer.body;
    const { human_feedback: _, reasons: __, ...kept } = entry;
    expect(decision.payload).toEqual({ ...kept, reasons: [{ check: "tests", found: "none" }] });
    const read = await service.call<One>("GET", `/gate_decisions/${decision.id}`);
    expect(read.body.gate_decision).toEqual(decision);
    expect(await service.call("GET", "/gate_decisions/999999")).toMatchObject({ status: 404 });
  });

  proves("E137")("that is wrong is refused with every problem, and nothing is written", async () => {
    const before = (await list({})).body.pagination.total_count;
    const answer = await record({ artifact_url: "ftp://x" }, { gate: "deploy", writing_session_id: 999_999 });
    expect(answer).toMatchObject({ status: 422, body: { error: "Invalid gate decision" } });
    expect(answer.body.messages).toHaveLength(4);
    expect(await record("HELD", { surface: 7 })).toMatchObject({
      status: 422,
      body: { error: "Invalid gate decision" },
    });
    expect(await record("HELD")).toMatchObject({ status: 422 });
    expect(await record(undefined)).toMatchObject({ status: 422 });
    expect((await list({})).body.pagination.total_count).toBe(before);
  });

  proves("E137")("needs a surface, and takes the artifact's address from where gates write it", async () => {
    for (const surface of [undefined, null, "", " - "])
      expect(await record({ artifact_url: pullRequest(3), decision: "HELD" }, { surface })).toMatchObject({
        status: 422,
        body: { error: "Invalid gate decision", messages: [expect.stringContaining("surface is missing")] },
      });
    const issue = "https://github.com/acme/shop/issues/4";
    for (const [entry, gate] of [
      [{ pr: pullRequest(4) }, "pr_merge"],
      [{ pr_url: pullRequest(4) }, "pr_merge"],
      [{ issue, pr: pullRequest(4) }, "issue_work"],
      [{ issue_url: issue }, "issue_work"],
    ] as const) {
      const { artifact_url: url } = await recorded({ decision: "HELD", ...entry }, { gate });
      expect(url).toBe(gate === "pr_merge" ? pullRequest(4) : issue);
    }
  });

  proves("R194")("is never changed or deleted, not even in the database", async () => {
    const { id } = await recorded({ artifact_url: pullRequest(2), decision: "HELD" });
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect((await service.call(method, `/gate_decisions/${id}`, {})).status).toBe(404);
    using data = openServiceDatabase(service);
    const { sql } = data;
    expect(() => sql.exec(`UPDATE gate_decisions SET decision = 'OK' WHERE id = ${id}`)).toThrow(
      "never changed",
    );
    expect(() => sql.exec(`DELETE FROM gate_decisions WHERE id = ${id}`)).toThrow("never deleted");
    const again = await recorded({ artifact_url: pullRequest(2), decision: "CLEARED" });
    expect(await idsOf({ artifact_url: pullRequest(2) })).toEqual([again.id, id]);
  });

  proves("R194")("gets feedback from people at the board, in their name, and from nobody else", async () => {
    const { id } = await recorded({ artifact_url: pullRequest(3), decision: "HELD" });
    const path = `/gate_decisions/${id}/human_feedback`;
    const sent = { verdict: "disagree", note: " It has tests. ", author: "Somebody" };
    expect((await service.call("POST", path, sent)).status).toBe(404);
    expect((await service.board.call("POST", path, { verdict: "maybe" })).status).toBe(422);
    const answer = await service.board.call<One>("POST", path, sent);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        gate_decision: {
          human_feedback: [
            { verdict: "disagree", note: "It has tests.", author: "the board", channel: "board" },
          ],
        },
      },
    });
    await service.board.call("POST", path, { verdict: "agree" });
    const { gate_decision } = (await service.call<One>("GET", `/gate_decisions/${id}`)).body;
    expect(gate_decision.human_feedback.map(({ verdict }) => verdict)).toEqual(["disagree", "agree"]);
    expect(await idsOf({ with_human_feedback: "true" })).toEqual([id]);
  });
});

describe("the list", () => {
  proves("E135")("is newest first, without entries, and filtered", async () => {
    const first = await recorded(
      { artifact_url: pullRequest(40), decision: "HELD", decided_at: "2025-01-10", why: "Ändert die KASSE" },
      { surface: "Till" },
    );
    const issue = await recorded(
      {
        artifact_url: "https://github.com/acme/shop/issues/41",
        decision: "CLEARED",
        decided_at: "2025-01-12T08:00:00Z",
      },
      { gate: "issue_work", surface: "web-app" },
    );
    const window = { from: "2025-01-10", to: "2025-01-12" };
    const answer = await list(window);
    expect(answer.body.gate_decisions.map(({ id }) => id)).toEqual([issue.id, first.id]);
    expect(answer.body.gate_decisions[0]).not.toHaveProperty("payload");
    expect(await idsOf({ ...window, to: "2025-01-11" })).toEqual([first.id]);
    expect(await idsOf({ ...window, from: "2025-01-10T00:00:01Z" })).toEqual([issue.id]);
    expect(await idsOf({ ...window, gate: "issue_work" })).toEqual([issue.id]);
    expect(await idsOf({ ...window, surface: "Web App" })).toEqual([issue.id]);
    expect(await idsOf({ ...window, decision: "held" })).toEqual([first.id]);
    expect(await idsOf({ ...window, artifact_query: "SHOP/issues" })).toEqual([issue.id]);
    expect(await idsOf({ ...window, artifact_url: "https://github.com/acme/shop" })).toEqual([]);
    expect(await idsOf({ ...window, query: "kasse ändert" })).toEqual([first.id]);
    expect(await idsOf({ ...window, query: "kasse cleared" })).toEqual([]);
    expect(await idsOf({ ...window, per_page: "1", page: "2" })).toEqual([first.id]);
  });

  proves("E135", "R192")("refuses a filter that it cannot use", async () => {
    for (const query of [{ gate: "deploy" }, { from: "yesterday" }, { to: "2026-02-30" }])
      expect(await list(query)).toMatchObject({ status: 422, body: { error: "Invalid filter" } });
  });
});

proves("R219", "R194")("tools of MCP record and search with the same filters", async () => {
  await using mcp = await openMcpClient(service, { query: "?tool_groups=gate_decisions" });
  const entry = { artifact_url: pullRequest(70), decision: "HELD", title: "Seventy", human_feedback: [] };
  expect(await mcp.refuses("record_gate_decision", { gate: "pr_merge", entry })).toContain("surface");
  const made = await mcp.says("record_gate_decision", { gate: "pr_merge", surface: "till", entry });
  expect(made.text).toContain("human_feedback in the entry was dropped");
  const { facts } = await mcp.says<List>("search_gate_decisions", { artifact_url: pullRequest(70) });
  expect(facts.gate_decisions).toMatchObject([{ title: "Seventy", recorded_via: "mcp" }]);
  const [found] = facts.gate_decisions;
  expect((await mcp.says("search_gate_decisions", { id: found?.id })).text).toContain('"decision": "HELD"');
  expect(await mcp.refuses("search_gate_decisions", { from: "yesterday" })).toContain('not "yesterday"');
});
