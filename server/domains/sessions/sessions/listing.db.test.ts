import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNeedles } from "./search.ts";
import { openSessionBed, type SessionBed } from "./session-test-bed.ts";

type Query = Partial<Parameters<SessionBed["sessions"]["list"]>[0]>;

const titles = (bed: SessionBed, query: Query = {}, needle?: string): string[] =>
  bed.sessions
    .list(
      { page: 1, per_page: 100, ...query },
      needle === undefined ? undefined : readNeedles(needle).needles,
    )
    .sessions.map(({ title }) => title);

describe("filters", () => {
  /** One session for each thing that can be asked for. */
  function fill(bed: SessionBed): void {
    bed.addSession({ title: "running", status: "running", genesis: "web_ui" });
    bed.addSession({ title: "failed", status: "failed", agentRuntime: "codex", genesis: "schedule" });
    bed.addSession({ title: "archived", status: "archived", agentRoot: "orchard-api", genesis: "api" });
    bed.addSession({
      title: "hidden",
      visibility: "hidden",
      agentRoot: "orchard-api",
      schedulingClass: "spot",
    });
    bed.addSession({
      title: "snoozed",
      visibility: "snoozed",
      snoozedUntil: bed.clock.at + 1,
      genesis: "chat",
    });
    bed.addSession({
      title: "woken",
      visibility: "snoozed",
      snoozedUntil: bed.clock.at,
      schedulingClass: "priority",
    });
  }
  const open = ["running", "failed", "hidden", "snoozed", "woken"];

  it.each<[string, Query, string[]]>([
    ["leave the archived out", {}, open],
    ["take the archived in when asked", { show_archived: true }, [...open, "archived"]],
    ["take exactly the named states", { status: ["failed", "archived"] }, ["failed", "archived"]],
    ["take one runtime", { agent_runtime: "codex" }, ["failed"]],
    ["take one root", { agent_root: "orchard-api" }, ["hidden"]],
    ["take a root and a state", { agent_root: "orchard-api", status: ["archived"] }, ["archived"]],
    ["take one origin", { genesis: "schedule" }, ["failed"]],
    ["ignore an origin they do not know", { genesis: "elsewhere" }, open],
    [
      "take the priority class, chosen or derived",
      { priority_class: "priority" },
      ["running", "snoozed", "woken"],
    ],
    ["take the spot class, chosen or derived", { priority_class: "spot" }, ["failed", "hidden"]],
    ["ignore a class they do not know", { priority_class: "vip" }, open],
    ["take what is on the board", { visibility: "on_board" }, ["running", "failed", "woken"]],
    ["take what is off the board", { visibility: "off_board" }, ["hidden", "snoozed"]],
  ])("%s", async (_title, query, expected) => {
    await using bed = await openSessionBed();
    fill(bed);
    expect(titles(bed, query).sort()).toEqual(expected.sort());
    const { pagination } = bed.sessions.list({ page: 1, per_page: 2, ...query });
    expect(pagination).toMatchObject({
      total_count: expected.length,
      total_pages: Math.ceil(expected.length / 2),
    });
  });

  it.each<[string, Query, RegExp]>([
    ["an unknown state, naming the valid ones", { status: ["asleep"] }, /"asleep".*waiting, running/],
    [
      "an unknown view, naming the valid ones",
      { view: "mine" },
      /"mine".*created_desc, last_touched, user, ranked/,
    ],
    ["a second page of a view that has one", { view: "ranked", page: 2 }, /no page 2/],
  ])("refuse %s", async (_title, query, sentence) => {
    await using bed = await openSessionBed();
    expect(() => titles(bed, query)).toThrow(
      expect.objectContaining({ status: 422, message: expect.stringMatching(sentence) }),
    );
  });
});

describe("orders", () => {
  function fill(bed: SessionBed): void {
    const at = bed.clock.at;
    bed.addSession({ title: "old, touched last", createdAt: at - 50, lastTouchedAt: at + 9, precedence: 1 });
    bed.addSession({ title: "new", createdAt: at, lastTouchedAt: at, precedence: 1 });
    bed.addSession({ title: "same instant, later id", createdAt: at, lastTouchedAt: at, precedence: 5 });
    bed.addSession({
      title: "priority",
      createdAt: at - 90,
      lastTouchedAt: at - 9,
      schedulingClass: "priority",
    });
  }
  const ranked = ["priority", "same instant, later id", "old, touched last", "new"];

  it.each<[string | undefined, string[]]>([
    [undefined, ["same instant, later id", "new", "old, touched last", "priority"]],
    ["created_desc", ["same instant, later id", "new", "old, touched last", "priority"]],
    ["last_touched", ["old, touched last", "same instant, later id", "new", "priority"]],
    ["user", ranked],
    ["ranked", ranked],
  ])("%s", async (view, expected) => {
    await using bed = await openSessionBed();
    fill(bed);
    expect(titles(bed, { view })).toEqual(expected);
  });

  it("page without a gap or a repeat", async () => {
    await using bed = await openSessionBed();
    for (let n = 0; n < 7; n++) bed.addSession({ title: String(n) });
    const pages = [1, 2, 3, 4].flatMap((page) => titles(bed, { page, per_page: 3 }));
    expect(pages).toEqual(["6", "5", "4", "3", "2", "1", "0"]);
  });

  it("return the ranked views on one page of 500, and report when there are more", async () => {
    await using bed = await openSessionBed();
    bed.database.transaction(() => {
      for (let n = 0; n < 500; n++) bed.addSession();
    });
    const list = () => bed.sessions.list({ view: "user", page: 1, per_page: 25, include: ["board_row"] });
    expect(list()).not.toHaveProperty("truncated");
    bed.addSession({ agentRoot: "one" });
    const { sessions, truncated, pagination, board_rows } = list();
    expect([sessions.length, truncated, Object.keys(board_rows ?? {}).length]).toEqual([500, true, 500]);
    expect(pagination).toEqual({ page: 1, per_page: 500, total_count: 500, total_pages: 1 });
  });
});

describe("search (R42, R43)", () => {
  it.each<[string, string, string[]]>([
    ["a word of a title", "parser", ["Fix the parser"]],
    ["a phrase over words", "the parser", ["Fix the parser"]],
    ["no words apart", "Fix parser", []],
    ["a value of the caller's metadata", "ABC-7", ["100% done_now"]],
    ["a key with its value, however spaced", '"ticket":"ABC-7"', ["100% done_now"]],
    ["a key with its value as it is stored", '"ticket": "ABC-7"', ["100% done_now"]],
    ["a value of the service's metadata", "/clones/x", ["Fix the parser"]],
    ["a percent sign as itself", "100%", ["100% done_now"]],
    ["an underscore as itself", "done_now", ["100% done_now"]],
    ["an underscore as nothing else", "d_ne", []],
    ["a backslash as itself", "\\", ["back\\slash"]],
    ["a word in another case", "PARSER", ["Fix the parser"]],
    ["letters of any script in another case", "über ПРИВЕТ", ["Über Привет"]],
    ["such letters in metadata", '"ort":"KÖLN"', ["Über Привет"]],
    ["an accent as itself", "Uber", []],
  ])("finds %s", async (_title, needle, expected) => {
    await using bed = await openSessionBed();
    bed.addSession({ title: "Fix the parser", metadata: { clone_path: "/clones/x" } });
    bed.addSession({ title: "100% done_now", customMetadata: { ticket: "ABC-7" } });
    bed.addSession({ title: "back\\slash" });
    bed.addSession({ title: "Über Привет", customMetadata: { ort: "Köln" } });
    expect(titles(bed, {}, needle)).toEqual(expected);
  });

  it("applies the filters", async () => {
    await using bed = await openSessionBed();
    bed.addSession({ title: "parser one", status: "failed" });
    bed.addSession({ title: "parser two", status: "archived" });
    expect(titles(bed, { status: ["archived"] }, "parser")).toEqual(["parser two"]);
  });

  it("finds exactly the titles that contain the text", async () => {
    await using bed = await openSessionBed();
    const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."ab%_\\'\" é") });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), word, (stored, needle) => {
        bed.database.sql.exec("DELETE FROM sessions");
        for (const title of stored) bed.addSession({ title });
        const found = titles(bed, {}, needle);
        expect(found.sort()).toEqual(stored.filter((title) => title.includes(needle)).sort());
      }),
      { numRuns: 60 },
    );
  });
});
