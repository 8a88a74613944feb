import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Category, CategoryList } from "../../server/domains/sessions/categories/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { followEvents } from "../support/event-stream.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import type { Session } from "../support/service.ts";
import { createSession, failedSession, restedSession, sessionOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

/** The shapes and rules are those of the published client and of the server it was made for (wire.md §3 and §9). */
let service: BoardService;
beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

interface Refused {
  error: string;
  message: string;
  messages: string[];
}

const list = async (): Promise<CategoryList> => (await service.call<CategoryList>("GET", "/categories")).body;
const names = async (): Promise<string[]> => (await list()).categories.map(({ name }) => name);

async function create(name: string, more: Record<string, unknown> = {}): Promise<Category> {
  const { status, body } = await service.call<{ category: Category }>("POST", "/categories", {
    name,
    ...more,
  });
  expect(status).toBe(201);
  return body.category;
}

const update = (id: number | string, patch: object) =>
  service.call<{ category: Category }>("PATCH", `/categories/${id}`, patch);
const reorder = (ids: unknown) => service.call<CategoryList>("POST", "/categories/reorder", { ids });
const assign = (session: number | string, category_id: unknown) =>
  service.call<{ session: Session; message: string }>("PATCH", `/sessions/${session}/set_category`, {
    category_id,
  });

/** Deletes all categories. */
async function clear(): Promise<void> {
  for (const { id } of (await list()).categories)
    expect((await service.call("DELETE", `/categories/${id}`)).status).toBe(204);
}

describe("a category", () => {
  proves(
    "E177",
    "E178",
    "E179",
    "E180",
  )("is created, listed, changed and deleted", async () => {
    expect(await list()).toEqual({ categories: [], uncategorized_position: 0 });
    const lamps = await create("  Lamps ", { description: " What lights up ", color: "red" });
    expect(lamps).toEqual({
      id: expect.any(Number),
      name: "Lamps",
      description: "What lights up",
      position: 0,
      is_frozen: false,
      session_count: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updated_at: lamps.created_at,
    });
    const wicks = await create("Wicks", { is_frozen: true });
    expect(wicks).toMatchObject({ description: null, position: 1, is_frozen: true });
    expect(await list()).toEqual({ categories: [lamps, wicks], uncategorized_position: 2 });

    expect((await update(lamps.id, { is_frozen: true })).body.category).toMatchObject({
      name: "Lamps",
      description: "What lights up",
      is_frozen: true,
    });
    expect((await update(lamps.id, { name: "LAMPS", description: " " })).body.category).toMatchObject({
      name: "LAMPS",
      description: null,
      is_frozen: true,
    });
    expect((await update(lamps.id, {})).status).toBe(200);

    expect(await service.call("DELETE", `/categories/${lamps.id}`)).toMatchObject({ status: 204 });
    expect(await names()).toEqual(["Wicks"]);
    expect((await service.call("DELETE", `/categories/${lamps.id}`)).status).toBe(404);
    await clear();
  });

  proves("E178", "E179")("has a name that no other has, whatever its case", async () => {
    await create("Öl");
    const wicks = await create("Wicks");
    for (const name of ["öl", "ÖL", " öL "]) {
      const answer = await service.call<Refused>("POST", "/categories", { name });
      expect(answer).toMatchObject({
        status: 422,
        body: { error: "Validation failed", message: 'There is already a category named "Öl"' },
      });
      expect((await update(wicks.id, { name })).status).toBe(422);
    }
    expect(await names()).toEqual(["Öl", "Wicks"]);
    await clear();
  });

  proves("E178", "E179")("is refused if what describes it is missing, too long or no text", async () => {
    const { id } = await create("Kept");
    const bad = [
      { name: "" },
      { name: "  \n" },
      { name: "x".repeat(101) },
      { name: 7 },
      { name: null },
      { name: "Fine", description: "x".repeat(1_001) },
      { name: "Fine", description: 7 },
      { name: "Fine", is_frozen: "yes" },
    ];
    for (const body of bad) {
      const answer = await service.call<Refused>("POST", "/categories", body);
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 422 });
      expect(answer.body.messages.length).toBeGreaterThan(0);
      expect((await update(id, body)).status, JSON.stringify(body)).toBe(422);
    }
    expect((await service.call("POST", "/categories", {})).status).toBe(422);
    for (const nowhere of [987_654, "lamps", "-1", "0", "1.5", "99999999999999999999"])
      expect((await update(nowhere, { name: "Found" })).status, String(nowhere)).toBe(404);
    expect(await names()).toEqual(["Kept"]);
    await create("x".repeat(100), { description: "y".repeat(1_000) });
    await clear();
  });
});

describe("the order", () => {
  proves("E181")("is given from the top; those left out keep their places", async () => {
    const [a, b, c] = [await create("A"), await create("B"), await create("C")];
    const order = await reorder([c.id, a.id, b.id]);
    expect(order).toMatchObject({ status: 200, body: { uncategorized_position: 3 } });
    expect(order.body.categories.map(({ name, position }) => [name, position])).toEqual([
      ["C", 0],
      ["A", 1],
      ["B", 2],
    ]);
    await reorder([b.id, c.id]);
    expect(await names()).toEqual(["B", "A", "C"]);
    await reorder(["uncategorized", a.id, b.id, c.id]);
    expect(await list()).toMatchObject({
      uncategorized_position: 0,
      categories: [
        { name: "A", position: 1 },
        { name: "B", position: 2 },
        { name: "C", position: 3 },
      ],
    });
    expect((await create("D")).position).toBe(4);
    await reorder([a.id, b.id, c.id]);
    expect(await list()).toMatchObject({ uncategorized_position: 0 });
    await clear();
  });

  proves("E181")("is refused with ids that are missing, unknown, twice there or no ids", async () => {
    const { id } = await create("A");
    const { id: other } = await create("B");
    for (const ids of [undefined, null, [], "uncategorized", [id, "elsewhere"], [1.5], [0], [-1], [id, id]])
      expect((await reorder(ids)).status, JSON.stringify(ids)).toBe(422);
    expect((await reorder([other, 987_654])).status).toBe(404);
    expect(await names()).toEqual(["A", "B"]);
    await clear();
  });
});

describe("a session's category", () => {
  proves("E182", "E180")("is set, shown with the session and in lists, and taken away", async () => {
    const { id } = await createSession(service, { title: "Lantern" });
    expect(await sessionOf(service, id)).toMatchObject({ category_id: null, category: null });
    const lamps = await create("Lamps");
    const embedded = { id: lamps.id, name: "Lamps", position: 0, is_frozen: false };
    expect(await assign(id, lamps.id)).toMatchObject({
      status: 200,
      body: {
        session: { id, category_id: lamps.id, category: embedded },
        message: "Session assigned to category",
      },
    });
    const { body } = await service.call<{ sessions: Session[] }>("GET", "/sessions?per_page=100");
    expect(body.sessions.find((session) => session.id === id)?.category).toEqual(embedded);
    expect((await list()).categories).toMatchObject([{ session_count: 1 }]);
    await update(lamps.id, { name: "Lights", is_frozen: true });
    expect((await sessionOf(service, id)).category).toMatchObject({ name: "Lights", is_frozen: true });

    expect(await assign(id, null)).toMatchObject({
      status: 200,
      body: { session: { category_id: null, category: null }, message: "Session moved to Uncategorized" },
    });
    const before = (await assign(id, lamps.id)).body.session;
    await clear();
    expect(await sessionOf(service, id)).toEqual({ ...before, category_id: null, category: null });
  });

  proves("E182")("is refused if there is no such session or category, or none is given", async () => {
    const { id } = await createSession(service);
    expect(await assign(id, 987_654)).toMatchObject({
      status: 404,
      body: { error: "Not Found", message: "Category 987654 was not found" },
    });
    for (const given of [undefined, "1", 1.5, {}, []])
      expect((await assign(id, given)).status, JSON.stringify(given)).toBe(422);
    expect((await assign(987_654, null)).status).toBe(404);
    expect((await sessionOf(service, id)).category_id).toBeNull();
  });

  proves("E182", "E20")("is also the category of its forks", async () => {
    const { id } = await restedSession(service);
    const lamps = await create("Lamps");
    await assign(id, lamps.id);
    const { body } = await service.call<{ messages: { transcript_index: number }[] }>(
      "GET",
      `/sessions/${id}/conversation`,
    );
    const message_index = body.messages[0]?.transcript_index;
    const fork = await service.call<{ session: Session }>("POST", `/sessions/${id}/fork`, { message_index });
    expect(fork).toMatchObject({ status: 201, body: { session: { category_id: lamps.id } } });
    await clear();
  });

  proves("X62")(
    "that is frozen keeps it out of refresh_all, and of retries that do not name it",
    async () => {
      const [frozen, free] = [await failedSession(service), await failedSession(service)];
      const { id } = await create("Later", { is_frozen: true });
      await assign(frozen.id, id);
      await service.call("POST", "/sessions/refresh_all");
      const again = await service.waitFor(free.id, ({ status }) => status === "failed");
      expect(Date.parse(again.updated_at)).toBeGreaterThanOrEqual(Date.parse(free.updated_at));
      const turns = async (session: number) =>
        (await service.board.call<{ turns: unknown[] }>("GET", `/sessions/${session}/turns`)).body.turns
          .length;
      expect([await turns(frozen.id), await turns(free.id)]).toEqual([1, 2]);

      const all = await service.call<{ retried: number[] }>("POST", "/health/retry_sessions");
      expect(all.body.retried).toContain(free.id);
      expect(all.body.retried).not.toContain(frozen.id);
      const named = await service.board.call<{ retried: number[] }>("POST", "/health/retry_sessions", {
        session_ids: [frozen.id],
      });
      expect(named.body.retried).toEqual([frozen.id]);
      await service.waitFor(frozen.id, ({ status }) => status === "failed");
      await clear();
    },
  );
});

test("the board's pages are notified of each change", async () => {
  const { id } = await createSession(service);
  await using stream = await followEvents(service);
  const notices = (): number => stream.items.filter(({ event }) => event.type === "categories").length;
  const notified = async (act: () => Promise<unknown>): Promise<void> => {
    const before = notices();
    await act();
    await expect.poll(notices).toBeGreaterThan(before);
  };
  const lamps = await create("Lamps");
  await notified(() => update(lamps.id, { name: "Lights" }));
  await notified(() => reorder([lamps.id]));
  await notified(() => assign(id, lamps.id));
  await notified(clear);
});

describe("the MCP tools", () => {
  test("manage_categories does what the API does", async () => {
    await using mcp = await openMcpClient(service);
    const manage = (action: string, input: object = {}) =>
      mcp.says<{ category: Category; categories: Category[]; session: Session }>("manage_categories", {
        action,
        ...input,
      });
    const { id: session_id } = await createSession(service, { title: "Lantern" });
    expect((await manage("list")).text).toBe("## Categories (0)\n\nNo categories found.");
    const made = await manage("create", { name: "Lamps", description: "What lights up" });
    const { id: category_id } = made.facts.category;
    expect(made.text).toBe(
      `## Category Created\n\n### Lamps (ID: ${category_id})\n\n` +
        "- **Position:** 0\n- **Frozen:** no\n- **Description:** What lights up\n- **Sessions:** 0",
    );
    const changed = await manage("update", { category_id, is_frozen: true, description: "" });
    expect(changed.facts.category).toMatchObject({ name: "Lamps", description: null, is_frozen: true });
    const ids = ["uncategorized", category_id];
    expect((await manage("reorder", { ids })).facts).toMatchObject({
      uncategorized_position: 0,
      categories: [{ id: category_id, position: 1 }],
    });
    const set = await manage("set_session_category", { session_id, category_id });
    expect(set.text).toContain("- **Category:** Lamps\n- **Result:** Session assigned to category");
    const found = await mcp.says("quick_search_sessions", { id: session_id });
    expect(found.text).toContain("- **Category:** Lamps");
    const act = { action: "change_category", session_id, category_id: null };
    expect((await mcp.says("action_session", act)).text).toContain("- **Category:** Uncategorized");
    expect((await manage("delete", { category_id })).text).toContain(`Category ${category_id} was deleted.`);
    expect((await manage("list")).facts.categories).toEqual([]);
  });

  test("manage_categories says what is missing", async () => {
    await using mcp = await openMcpClient(service);
    const refused: readonly [object, string][] = [
      [{ action: "create" }, "create needs name"],
      [{ action: "update", name: "Lamps" }, "update needs category_id"],
      [{ action: "update", category_id: 1 }, "update needs name, description or is_frozen"],
      [{ action: "delete" }, "delete needs category_id"],
      [{ action: "reorder" }, "reorder needs ids"],
      [{ action: "delete", category_id: 987_654 }, "Category 987654 was not found"],
      [{ action: "set_session_category", category_id: null }, "session_id is required"],
      [{ action: "reorder", ids: [] }, "ids"],
    ];
    for (const [input, message] of refused)
      expect(await mcp.refuses("manage_categories", { ...input })).toContain(message);
  });
});
