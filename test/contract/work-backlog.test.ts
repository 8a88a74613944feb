/** @module-tag real-cli */

import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BacklogItem, BacklogPage, Pulled } from "../../server/domains/scheduling/work-backlog/model.ts";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { type McpClient, openMcpClient } from "../support/mcp-client.ts";
import { atRest } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface One {
  work_backlog_item: BacklogItem;
  error: string;
  message: string;
}

let service: BoardService;
let git_root: string;
let mcp: McpClient;
let data: ServiceDatabase;
let number = 0;

beforeAll(async () => {
  const SERVICE_CATALOG = join(import.meta.dirname, "../support/catalog/air.json");
  service = await startBoardService({ environment: { SERVICE_CATALOG } });
  git_root = await service.repository();
  data = openServiceDatabase(service);
  mcp = await openMcpClient(service, { query: "?tool_groups=work_backlog,health" });
});
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});
/** Each test begins with an empty queue. */
beforeEach(async () => {
  for (const { id } of (await list("?status=queued&per_page=100")).work_backlog_items)
    await service.board.call("POST", `/work_backlog_items/${id}/remove`, { reason: "test" });
});

const list = async (query = ""): Promise<BacklogPage> =>
  (await service.call<BacklogPage>("GET", `/work_backlog_items${query}`)).body;
const item = async (key: string | number): Promise<BacklogItem> =>
  (await service.call<One>("GET", `/work_backlog_items/${encodeURIComponent(key)}`)).body.work_backlog_item;
const issueUrl = (): string => `https://github.com/acme/Shop/issues/${++number}`;
const add = (body: Record<string, unknown> = {}) =>
  service.call<One>("POST", "/work_backlog_items", {
    issue_url: issueUrl(),
    estimated_cost: "small",
    prompt: "#script say Done.",
    git_root,
    ...body,
  });
async function added(body: Record<string, unknown> = {}): Promise<BacklogItem> {
  const answer = await add(body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.work_backlog_item;
}
const pull = (body: Record<string, unknown>) =>
  service.call<Pulled & { error: string; message: string }>("POST", "/work_backlog_items/pull", body);
const byPerson = (verb: string, id: number, body?: Record<string, unknown>) =>
  service.board.call<One & { session: Session; changes: { id: number; precedence: number }[] }>(
    ["pin", "unpin", "place"].includes(verb) ? "PATCH" : "POST",
    `/work_backlog_items/${id}/${verb}`,
    body,
  );

describe("items", () => {
  proves(
    "X10",
    "E146",
    "E147",
  )("are added in the band of their cost and listed in order", async () => {
    const large = await added({ estimated_cost: "large" });
    const small = await added({ title: "Fix the till", kind: "bug", surface: "Check-out page" });
    const second = await added();
    expect(small).toMatchObject({
      key: `shop#${number - 1}`,
      repo: "acme/Shop",
      title: "Fix the till",
      surface: "check_out_page",
      precedence: 6_000,
      position: 1,
      status: "queued",
      held: false,
      added_via: "api",
    });
    expect([second.precedence, large.precedence]).toEqual([5_990, 1_000]);
    const { work_backlog_items: items, counts, ranking, pagination } = await list("?status=queued");
    expect(items.map(({ id, position }) => [id, position])).toEqual([
      [small.id, 1],
      [second.id, 2],
      [large.id, 3],
    ]);
    expect(counts).toMatchObject({ queued: 3, parked: 0, pinned: 0 });
    expect(ranking.bands.small).toEqual({ floor: 5_000, base: 6_000, ceiling: 6_999 });
    expect(pagination.total_count).toBe(3);
    expect(await item(small.key)).toEqual(await item(small.id));
  });

  proves("X10")("are added once per issue, and never without one by a program", async () => {
    const first = await added();
    const again = await add({ issue_url: `${first.issue_url}#issuecomment-1`, estimated_cost: "large" });
    expect(again).toMatchObject({ status: 200, body: { work_backlog_item: { id: first.id } } });
    const without = await add({ issue_url: null, title: "Tidy up" });
    expect(without).toMatchObject({ status: 422, body: { error: "Invalid work backlog item" } });
    const bad = await add({ issue_url: "https://x.test/a", estimated_cost: "huge", decided_at: "soon" });
    expect(bad.status).toBe(422);
    expect((bad.body as unknown as { messages: string[] }).messages).toHaveLength(3);
  });

  test("a person adds work without an issue", async () => {
    const body = { title: "Tidy up", prompt: "#script say Tidy.", estimated_cost: "medium", git_root };
    const answer = await service.board.call<One>("POST", "/work_backlog_items", body);
    expect(answer).toMatchObject({
      status: 201,
      body: { work_backlog_item: { key: "manual-tidy-up", issue_url: null, added_via: "board" } },
    });
    const second = await service.board.call<One>("POST", "/work_backlog_items", body);
    expect(second.body.work_backlog_item.key).toBe("manual-tidy-up-2");
    const lost = await service.board.call<One>("POST", "/work_backlog_items", {
      ...body,
      git_root: null,
      agent_root: "nowhere",
    });
    expect(lost).toMatchObject({ status: 422, body: { error: "Invalid work backlog item" } });
  });

  proves("E146")("are filtered, and unknown filters refused", async () => {
    const one = await added({ estimated_cost: "medium" });
    await added();
    expect((await list("?status=queued&estimated_cost=medium")).work_backlog_items).toMatchObject([
      { id: one.id },
    ]);
    expect((await list("?status=queued&repo=acme/shop")).work_backlog_items).toHaveLength(2);
    for (const query of ["?status=open", "?estimated_cost=huge", "?held=perhaps"])
      expect(await service.call("GET", `/work_backlog_items${query}`)).toMatchObject({
        status: 422,
        body: { error: "Invalid filter" },
      });
    expect(await service.call("GET", "/work_backlog_items/shop%23999999")).toMatchObject({ status: 404 });
  });
});

describe("a hold", () => {
  proves("E148")(
    "keeps an item from being pulled until a person has decided, whose answer is passed on",
    async () => {
      const { id, key } = await added();
      const path = `/work_backlog_items/${encodeURIComponent(key)}/hold`;
      const held = await service.call<One>("POST", path, { question: "Keep the old till?" });
      expect(held.body.work_backlog_item).toMatchObject({
        held: true,
        question: "Keep the old till?",
        status: "queued",
      });
      expect((await list("?held=true&status=queued")).counts).toMatchObject({ parked: 1 });
      expect((await pull({ count: 1 })).body.started).toEqual([]);
      expect((await pull({ keys: [key] })).body.skipped).toEqual([
        { key, reason: "It is held until a person has decided" },
      ]);
      expect(await service.call("POST", `/work_backlog_items/${id}/release`, {})).toMatchObject({
        status: 403,
      });
      await byPerson("release", id, { answer: "No, replace it." });
      const { started } = (await pull({ count: 1 })).body;
      expect(started).toHaveLength(1);
      const prompt = started[0]?.session.prompt ?? "";
      expect(prompt).toContain("Keep the old till?");
      expect(prompt).toContain("A person decided: No, replace it.");
    },
  );
});

describe("a pull", () => {
  proves("X10")("starts the next items as spot sessions below the caller's, and marks them", async () => {
    const puller = await createSession(service, { git_root, precedence: 40, scheduling_class: "priority" });
    const one = await added({ title: "First" });
    const two = await added();
    const three = await added();
    const { body } = await pull({ count: 2, acting_session_id: puller.id });
    expect(body).toMatchObject({ skipped: [], removed: [], message: "Started 2 items" });
    expect(body.started.map(({ work_backlog_item: { id } }) => id)).toEqual([one.id, two.id]);
    const [first, second] = body.started.map(({ session }) => session);
    if (!first) throw new Error("Nothing was started");
    expect(first).toMatchObject({
      title: `Implement ${one.key} (First)`,
      scheduling_class: "spot",
      precedence: 42,
      parent_session_id: puller.id,
      goal: "open-reviewed-green-pr",
      custom_metadata: { spawned_by: "work_backlog", work_backlog_item_key: one.key },
    });
    expect(first.prompt).toContain(one.issue_url);
    expect(second?.precedence).toBe(41);
    expect(await item(one.id)).toMatchObject({
      status: "started",
      position: null,
      started_session_id: first.id,
      started_by_session_id: puller.id,
      started_session: { id: first.id },
    });
    expect(await item(three.id)).toMatchObject({ status: "queued", position: 1 });
    await service.waitFor(first.id, atRest);
  });

  proves("X10")("by keys is safe to repeat", async () => {
    const { key } = await added();
    const first = await pull({ keys: [key] });
    const again = await pull({ keys: [key] });
    expect(again.body.started[0]?.session.id).toBe(first.body.started[0]?.session.id);
    expect((await list()).counts.in_flight).toBeGreaterThan(0);
  });

  proves("X10")("removes with fixed reasons only, and refuses what is unclear", async () => {
    const one = await added();
    const other = await added();
    const done = await pull({ removals: [{ key: one.key, reason: "issue_closed" }] });
    expect(done.body.removed).toMatchObject([
      { id: one.id, status: "removed", removal_reason: "issue_closed" },
    ]);
    for (const body of [
      { removals: [{ key: other.key, reason: "boring" }] },
      { count: 11 },
      { count: 0 },
      { count: 1.5 },
      { count: 1, keys: [other.key] },
      {},
    ])
      expect(await pull(body), JSON.stringify(body)).toMatchObject({
        status: 422,
        body: { error: "Invalid pull" },
      });
    expect(await item(other.id)).toMatchObject({ status: "queued" });
    expect(await pull({ count: 1, acting_session_id: 999_999 })).toMatchObject({ status: 422 });
  });

  test("passes over what cannot be started, and says why", async () => {
    const lost = await added();
    const good = await added();
    const gone = data.sql.prepare("UPDATE work_backlog_items SET agent_root = ? WHERE id = ?");
    gone.run("an-agent-root-that-left-the-catalog", lost.id);
    const { body } = await pull({ count: 1 });
    expect(body.started.map(({ work_backlog_item: { id } }) => id)).toEqual([good.id]);
    expect(body.skipped).toEqual([
      { key: lost.key, reason: 'There is no agent root named "an-agent-root-that-left-the-catalog"' },
    ]);
    expect(await byPerson("start_now", lost.id)).toMatchObject({
      status: 422,
      body: { error: "Cannot spawn" },
    });
    expect(await item(lost.id)).toMatchObject({ status: "queued", started_session_id: null });
  });
});

describe("what a person alone does", () => {
  proves(
    "E149",
    "E150",
    "E151",
    "E152",
    "X12",
  )("is refused to keys, and changes nothing", async () => {
    const { id } = await added();
    for (const [method, verb, body] of [
      ["POST", "start_now", {}],
      ["PATCH", "pin", { precedence: 1 }],
      ["PATCH", "unpin", {}],
      ["POST", "remove", { reason: "x" }],
    ] as const)
      expect(await service.call(method, `/work_backlog_items/${id}/${verb}`, body)).toMatchObject({
        status: 403,
      });
    expect(await item(id)).toMatchObject({ status: "queued", pinned: false });
  });

  proves("E149")("starting at once gives a priority session, once", async () => {
    const { id, key } = await added();
    const answer = await byPerson("start_now", id);
    expect(answer).toMatchObject({
      status: 201,
      body: { work_backlog_item: { status: "started" }, session: { scheduling_class: "priority" } },
    });
    expect(await byPerson("start_now", id)).toMatchObject({
      status: 422,
      body: { error: "Not queued", message: `${key} is started, so it is not in the queue any more` },
    });
    await service.waitFor(answer.body.session.id, atRest);
  });

  proves("E150", "E151")(
    "pinning sets a rank that nothing else changes, and unpinning puts it back",
    async () => {
      const first = await added();
      const second = await added();
      expect(await byPerson("pin", second.id, {})).toMatchObject({
        status: 422,
        body: { error: "Missing precedence" },
      });
      expect(await byPerson("pin", second.id, { precedence: 1.5 })).toMatchObject({
        status: 422,
        body: { error: "Invalid precedence" },
      });
      const pinned = await byPerson("pin", second.id, { precedence: 9_000 });
      expect(pinned.body.work_backlog_item).toMatchObject({ pinned: true, precedence: 9_000, position: 1 });
      expect((await byPerson("place", second.id, { above_id: first.id })).status).toBe(422);
      const unpinned = await byPerson("unpin", second.id);
      expect(unpinned.body.work_backlog_item).toMatchObject({
        pinned: false,
        precedence: 5_990,
        position: 2,
      });
    },
  );

  proves("E152")("removing needs a reason, keeps the row, and is undone by a restore", async () => {
    const { id } = await added();
    expect(await byPerson("remove", id, {})).toMatchObject({
      status: 422,
      body: { error: "Missing reason" },
    });
    const removed = await byPerson("remove", id, { reason: "Not wanted" });
    expect(removed.body.work_backlog_item).toMatchObject({ status: "removed", removal_reason: "Not wanted" });
    expect(removed.body.work_backlog_item.removed_at).not.toBeNull();
    const restored = await byPerson("restore", id);
    expect(restored.body.work_backlog_item).toMatchObject({ status: "queued", removed_at: null });
    expect((await byPerson("restore", id)).status).toBe(422);
  });

  test("an item is moved between two of its band, and not into another", async () => {
    const items = [await added(), await added(), await added()];
    const [first, second, third] = items.map(({ id }) => id);
    const medium = await added({ estimated_cost: "medium" });
    const moved = await byPerson("place", third ?? 0, { above_id: first, below_id: second });
    expect(moved.body.changes).toEqual([{ id: third, precedence: 5_995 }]);
    expect(
      (await list("?status=queued&estimated_cost=small")).work_backlog_items.map(({ id }) => id),
    ).toEqual([first, third, second]);
    expect(await byPerson("place", third ?? 0, { above_id: medium.id })).toMatchObject({
      status: 422,
      body: { error: "Not moved" },
    });
  });
});

describe("the tools", () => {
  test("add, list, hold and pull; none of them does what is for people", async () => {
    const { tools } = await mcp.client.listTools();
    const names = tools.map(({ name }) => name).filter((name) => name.includes("backlog"));
    expect(names.toSorted()).toEqual([
      "append_work_backlog_item",
      "get_work_backlog",
      "hold_work_backlog_item_for_decision",
      "pull_work_backlog_items",
    ]);
    const url = issueUrl();
    const input = {
      issue_url: url,
      estimated_cost: "medium",
      title: "A\n# title",
      agent_root: "orchard-api",
    };
    const { text, facts } = await mcp.says<One>("append_work_backlog_item", input);
    expect(text).toMatch(/^## Added to the Work Backlog\n\n### A # title\n/);
    expect(facts.work_backlog_item).toMatchObject({ added_via: "mcp", agent_root: "orchard-api" });
    const { key } = facts.work_backlog_item;
    expect((await mcp.says("get_work_backlog", { status: "queued" })).text).toContain(`- **Key:** ${key}`);
    const held = await mcp.says<One>("hold_work_backlog_item_for_decision", { key, question: "Which till?" });
    expect(held.facts.work_backlog_item).toMatchObject({ held: true, question: "Which till?" });
    const removal = { removals: [{ key, reason: "issue_has_open_pr" }] };
    expect((await mcp.says("pull_work_backlog_items", removal)).text).toContain(
      `- ${key}: removed, issue_has_open_pr`,
    );
    expect((await item(key)).status).toBe("removed");
  });

  test("are limited to the agent roots of the connection", async () => {
    await using limited = await openMcpClient(service, {
      query: "?tool_groups=work_backlog&allowed_agent_roots=orchard-api",
    });
    const body = { issue_url: issueUrl(), estimated_cost: "small" };
    expect(await limited.refuses("append_work_backlog_item", body)).toContain("orchard-api");
    expect(await limited.refuses("pull_work_backlog_items", { count: 1 })).toContain("by keys");
    const other = await added();
    expect(await limited.refuses("pull_work_backlog_items", { keys: [other.key] })).toContain("orchard-api");
  });
});
