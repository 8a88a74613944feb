import { afterAll, beforeAll, describe, expect } from "vitest";
import { openServiceDatabase } from "../support/database-dump.ts";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Listed {
  sessions: Session[];
  pagination: { page: number; per_page: number; total_count: number; total_pages: number };
  truncated?: true;
  board_rows?: Record<string, unknown>;
  error?: string;
  message?: string;
}

let service: TestService;
let archived: Session;
let needing: Session;
let priority: Session;

beforeAll(async () => {
  service = await startTestService({ environment: { SERVICE_AGENT_THREADS: "1" } });
  const git_root = await service.repository();
  for (let n = 1; n <= 4; n++) await createSession(service, { git_root, title: `Plain ${n}` });
  needing = await createSession(service, { git_root, title: "Needing", clone_only: true, precedence: 5 });
  priority = await createSession(service, {
    git_root,
    title: "First class",
    scheduling_class: "priority",
    agent_runtime: "codex",
  });
  archived = await createSession(service, { git_root, title: "Gone" });
  await service.waitFor(
    needing.id,
    ({ job_id, running_job_id }) => job_id === null && running_job_id === null,
  );
  await service.call("POST", `/sessions/${archived.id}/archive`);
});
afterAll(() => service[Symbol.asyncDispose]());

const list = (query: string) => service.call<Listed>("GET", `/sessions${query}`);
const titles = async (query: string): Promise<string[]> =>
  (await list(query)).body.sessions.map(({ title }) => title).toSorted();
const plain = ["Plain 1", "Plain 2", "Plain 3", "Plain 4"];
const open = ["First class", "Needing", ...plain].toSorted();

describe("the list of sessions", () => {
  proves(
    "E1",
    "R6",
    "R37",
  )("is newest first, paginated and without archived sessions", async () => {
    const { status, body } = await list("");
    expect(status).toBe(200);
    expect(body.sessions.map(({ title }) => title)).toEqual([
      "First class",
      "Needing",
      ...plain.toReversed(),
    ]);
    expect(body.pagination).toEqual({ page: 1, per_page: 25, total_count: 6, total_pages: 1 });
    expect(body).not.toHaveProperty("board_rows");
    expect(body).not.toHaveProperty("truncated");
  });

  proves("R6", "X34")("clamps pages that are out of range", async () => {
    const at = async (query: string) => (await list(query)).body.pagination;
    expect(await at("?page=2&per_page=4")).toEqual({ page: 2, per_page: 4, total_count: 6, total_pages: 2 });
    for (const zero of ["0", "-3", "", "abc", "1e99x", "NaN"])
      expect(await at(`?page=${zero}`)).toMatchObject({ page: 1 });
    expect(await at("?per_page=1000")).toMatchObject({ per_page: 100 });
    expect(await at("?per_page=0")).toMatchObject({ per_page: 25 });
    expect(await at("?per_page=-1")).toMatchObject({ per_page: 1 });
    expect(await at("?per_page=2.7")).toMatchObject({ per_page: 2, total_pages: 3 });
    expect((await list("?page=99999999999")).body.sessions).toEqual([]);
    expect((await list("?page=2&per_page=4")).body.sessions.map(({ title }) => title)).toEqual([
      "Plain 2",
      "Plain 1",
    ]);
  });

  proves("R37")("accepts status in every spelling, and names the valid ones", async () => {
    const both = ["Gone", "Needing"];
    for (const query of [
      "?status=needs_input,archived",
      "?status[]=needs_input&status[]=archived",
      "?status%5B%5D=needs_input&status%5B%5D=archived",
      "?status=needs_input&status=archived",
      "?status[0]=needs_input&status[1]=archived",
      "?status=archived,,needs_input,",
    ])
      expect(await titles(query), query).toEqual(both);
    expect(await titles("?status=archived")).toEqual(["Gone"]);
    expect(await titles("?status=archived&show_archived=false")).toEqual(["Gone"]);
    expect(await titles("?status=")).toEqual(open);
    for (const query of ["?status=trash", "?status=waiting,asleep", "?status[]=running&status[]=nope"]) {
      const { status, body } = await list(query);
      expect(status).toBe(422);
      expect(body.message).toMatch(/waiting, running, needs_input, failed, archived/);
    }
  });

  proves("R37")("includes archived sessions on request", async () => {
    for (const yes of ["true", "1"])
      expect(await titles(`?show_archived=${yes}`)).toEqual([...open, "Gone"].toSorted());
    for (const no of ["false", "0", ""]) expect(await titles(`?show_archived=${no}`)).toEqual(open);
  });

  proves("E1", "R9")("filters by runtime, root, class and genesis, and ignores unknown values", async () => {
    expect(await titles("?agent_runtime=codex")).toEqual(["First class"]);
    expect(await titles("?agent_runtime=none")).toEqual([]);
    expect(await titles("?agent_root=none")).toEqual([]);
    expect(await titles("?priority_class=priority")).toEqual(["First class"]);
    expect(await titles("?priority_class=spot")).toEqual(["Needing", ...plain]);
    expect(await titles("?genesis=api")).toEqual(open);
    expect(await titles("?genesis=web_ui")).toEqual([]);
    for (const query of [
      "?priority_class=urgent",
      "?genesis=elsewhere",
      "?agent_runtime=&agent_root=",
      "?nonsense=1&__proto__=2&constructor=3",
    ])
      expect(await titles(query), query).toEqual(open);
  });

  proves("R38", "R14")(
    "filters by board on request; an expired snooze is back on it, without a write",
    async () => {
      using data = openServiceDatabase(service);
      const set = data.sql.prepare("UPDATE sessions SET visibility = ?, snoozed_until = ? WHERE id = ?");
      set.run("hidden", null, needing.id);
      set.run("snoozed", Date.now() - 1_000, priority.id);
      const before = data.dump();
      expect(await titles("?visibility=on_board")).toEqual(["First class", ...plain]);
      expect(await titles("?visibility=off_board")).toEqual(["Needing"]);
      expect(await titles("")).toEqual(open);
      expect(await titles("?visibility=elsewhere")).toEqual(open);
      const { body } = await service.call<{ session: Session }>("GET", `/sessions/${priority.id}`);
      expect(body.session).toMatchObject({ visibility: "snoozed", effective_visibility: "visible" });
      expect(data.dump()).toBe(before);
      set.run("snoozed", Date.now() + 60_000, priority.id);
      expect(await titles("?visibility=off_board")).toEqual(["First class", "Needing"]);
      for (const { id } of [needing, priority]) set.run("visible", null, id);
    },
  );

  proves("R39")("has four views, two of them on one page", async () => {
    for (const view of ["created_desc", "last_touched"]) {
      expect((await list(`?view=${view}&per_page=2&page=2`)).body.sessions).toHaveLength(2);
    }
    for (const view of ["user", "ranked"]) {
      const { body } = await list(`?view=${view}&per_page=2`);
      expect(body.sessions.map(({ title }) => title)).toEqual(["First class", "Needing", ...plain]);
      expect(body).not.toHaveProperty("truncated");
      expect(await list(`?view=${view}&page=2`)).toMatchObject({ status: 422 });
    }
    const unknown = await list("?view=newest");
    expect(unknown.status).toBe(422);
    expect(unknown.body.message).toMatch(/created_desc, last_touched, user, ranked/);
  });

  proves("R39")("reports when a one-page view is truncated", async () => {
    using data = openServiceDatabase(service);
    const insert = data.sql.prepare(
      "INSERT INTO sessions (title, status, agent_runtime, branch, model, last_touched_at, created_at, updated_at) VALUES (?, 'failed', 'pi', 'main', 'm', 1, 1, 1)",
    );
    data.sql.transaction(() => {
      for (let n = 0; n < 501; n++) insert.run(`Many ${n}`);
    })();
    const { body } = await list("?view=ranked&status=failed");
    expect(body.sessions).toHaveLength(500);
    expect(body.truncated).toBe(true);
    data.sql.prepare("DELETE FROM sessions WHERE title = 'Many 500'").run();
    expect((await list("?view=ranked&status=failed")).body).not.toHaveProperty("truncated");
    data.sql.prepare("DELETE FROM sessions WHERE status = 'failed'").run();
  });

  proves("R40")("adds board rows on request, here and in the search", async () => {
    for (const query of ["?include=board_row", "?include[]=board_row", "?include=x,board_row"]) {
      const { body } = await list(query);
      expect(Object.keys(body.board_rows ?? {}).toSorted()).toEqual(
        body.sessions.map(({ id }) => String(id)).toSorted(),
      );
      expect(body.board_rows?.[needing.id]).toEqual({ agent_root: null, status_summary: null });
    }
    const found = await service.call<Listed>("GET", "/sessions/search?q=Needing&include=board_row");
    expect(Object.keys(found.body.board_rows ?? {})).toEqual([String(needing.id)]);
  });
});

describe("the search", () => {
  let search: (query: string) => Promise<string[]>;
  const q = (text: string): string => `?q=${encodeURIComponent(text)}`;

  beforeAll(async () => {
    const git_root = await service.repository();
    const add = (title: string, custom_metadata: unknown = {}) =>
      createSession(service, { git_root, title, custom_metadata });
    await add("Rate 100% sure");
    await add("Rate 1000 sure");
    await add("snake_case name");
    await add("snakeXcase name");
    await add("back\\slash");
    await add("Labels", { team: "blue", id: 7, longer: { b: 1, a: [1, 2] } });
    search = async (query) =>
      (await service.call<Listed>("GET", `/sessions/search${query}`)).body.sessions.map(({ title }) => title);
  });

  proves("E2", "R42")("matches one literal substring, without wildcards or separate words", async () => {
    expect(await search(q("100%"))).toEqual(["Rate 100% sure"]);
    expect(await search(q("e_c"))).toEqual(["snake_case name"]);
    expect(await search(q("k\\s"))).toEqual(["back\\slash"]);
    expect(await search(q("Rate sure"))).toEqual([]);
    expect(await search(q("' OR 1=1 --"))).toEqual([]);
    expect(await search(q("%"))).toEqual(["Rate 100% sure"]);
    expect(await search("?query=snake_case+name")).toEqual(["snake_case name"]);
  });

  proves("R43")("finds metadata in canonical spelling, with and without the space after a key", async () => {
    for (const text of [
      '"team": "blue"',
      '"team":"blue"',
      '"id":7',
      '"id": 7, "team": "blue"',
      '"a": [1, 2]',
      "blue",
    ])
      expect(await search(q(text)), text).toEqual(["Labels"]);
    for (const text of ['"team": "blue", "id": 7', '"blue", "team"', '"team" : "blue"'])
      expect(await search(q(text)), text).toEqual([]);
  });

  proves(
    "E2",
    "X3",
    "R149",
  )("is 400 without a query or with one that is too long", async () => {
    for (const query of ["", "?q=", "?query=", `?q=${"x".repeat(1_001)}`]) {
      const answer = await service.call("GET", `/sessions/search${query}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { error: expect.any(String), messages: [expect.any(String)] },
      });
    }
    for (const letter of ["x", "🙂"]) {
      const longest = `/sessions/search?q=${encodeURIComponent(letter.repeat(1_000))}`;
      expect((await service.call("GET", longest)).status).toBe(200);
      expect((await service.call("GET", `${longest}x`)).status).toBe(400);
    }
    expect((await service.call("GET", "/sessions/search?q=&query=Plain")).status).toBe(200);
  });

  proves("E2", "R37")("returns its query and accepts the list's filters", async () => {
    const { body } = await service.call<Listed & { query: string; search_contents: boolean }>(
      "GET",
      "/sessions/search?q=Plain&per_page=2&page=2",
    );
    expect(body).toMatchObject({
      query: "Plain",
      search_contents: false,
      pagination: { page: 2, per_page: 2, total_count: 4, total_pages: 2 },
    });
    expect(await search("?q=Gone")).toEqual([]);
    expect(await search("?q=Gone&show_archived=true")).toEqual(["Gone"]);
    expect((await service.call("GET", "/sessions/search?q=Plain&status=nope")).status).toBe(422);
    expect((await service.call("GET", "/sessions/search?q=Plain&view=nope")).status).toBe(422);
  });
});
