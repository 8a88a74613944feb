import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { sessionLogService } from "./index.ts";
import { logLinesKept } from "./model.ts";

function openLogs() {
  const opened = openTestDatabase();
  const changed: number[] = [];
  const logs = sessionLogService({
    database: opened.database,
    clock: opened.clock,
    redact: (text) => text.replaceAll("s3cret", "[REDACTED]"),
    changed: (id) => void changed.push(id),
  });
  opened.addSession();
  opened.addSession();
  return { ...opened, logs, changed };
}

const page = { page: 1, per_page: 25 };

describe("the log of a session", () => {
  it("keeps the newest lines, and those of other sessions", () => {
    using opened = openLogs();
    opened.logs.note(2, "info", "elsewhere");
    const write = opened.database.sql.transaction(() => {
      for (let n = 1; n <= logLinesKept + 250; n += 1) opened.logs.note(1, "info", `line ${n}`);
    });
    write();
    const { pagination } = opened.logs.list(1, page);
    expect(pagination.total_count).toBeGreaterThanOrEqual(logLinesKept);
    expect(pagination.total_count).toBeLessThan(logLinesKept + 200);
    expect(opened.logs.list(1, page).logs[0]?.content).toBe(`line ${logLinesKept + 250}`);
    expect(opened.logs.list(2, page).pagination.total_count).toBe(1);
  });

  it("is listed newest first, page by page, without other sessions' lines", () => {
    using opened = openLogs();
    for (const n of [1, 2, 3]) opened.logs.note(1, "info", `line ${n}`);
    opened.logs.note(2, "info", "elsewhere");
    const first = opened.logs.list(1, { page: 1, per_page: 2 });
    expect(first.logs.map(({ content }) => content)).toEqual(["line 3", "line 2"]);
    expect(first.pagination).toEqual({ page: 1, per_page: 2, total_count: 3, total_pages: 2 });
    expect(opened.logs.list(1, { page: 2, per_page: 2 }).logs.map(({ content }) => content)).toEqual([
      "line 1",
    ]);
  });

  it.each([
    ["one level", { level: "error" }, ["error"]],
    ["all but one level", { exclude_level: "verbose" }, ["warning", "error", "info"]],
    ["a level that is left out again", { level: "error", exclude_level: "error" }, []],
    ["nothing by a blank level", { level: "", exclude_level: "" }, ["verbose", "warning", "error", "info"]],
    ["a level there is not", { level: "loud" }, []],
    ["all but a level there is not", { exclude_level: "loud" }, ["verbose", "warning", "error", "info"]],
  ])("can be narrowed to %s (R204)", (_title, query, expected) => {
    using opened = openLogs();
    for (const level of ["info", "error", "warning", "verbose"] as const) opened.logs.note(1, level, level);
    const { logs, pagination } = opened.logs.list(1, { ...page, ...query });
    expect(logs.map(({ content }) => content)).toEqual(expected);
    expect(pagination.total_count).toBe(expected.length);
  });

  it("is redacted before it is written, at first and when it is changed", () => {
    using opened = openLogs();
    const made = opened.logs.create(1, "info", "the s3cret");
    const edited = opened.logs.update(1, made.id, { content: "a s3cret again" });
    expect([made.content, edited.content]).toEqual(["the [REDACTED]", "a [REDACTED] again"]);
    expect(opened.database.sql.serialize().includes("s3cret")).toBe(false);
  });

  it("changes only the given fields", () => {
    using opened = openLogs();
    const made = opened.logs.create(1, "info", "words");
    opened.clock.at += 3_000;
    expect(opened.logs.update(1, made.id, { level: "error" })).toEqual({
      ...made,
      level: "error",
      updated_at: "2026-06-01T12:00:03Z",
    });
    expect(opened.logs.get(1, made.id).content).toBe("words");
  });

  it.each([
    ["read", (logs: ReturnType<typeof openLogs>["logs"], id: number) => void logs.get(2, id)],
    [
      "changed",
      (logs: ReturnType<typeof openLogs>["logs"], id: number) => void logs.update(2, id, { content: "x" }),
    ],
    ["removed", (logs: ReturnType<typeof openLogs>["logs"], id: number) => logs.remove(2, id)],
  ])("cannot be %s through another session", (_title, attempt) => {
    using opened = openLogs();
    const made = opened.logs.create(1, "info", "words");
    expect(() => attempt(opened.logs, made.id)).toThrow(
      expect.objectContaining({ status: 404, message: "Log not found" }),
    );
    expect(opened.logs.get(1, made.id)).toEqual(made);
  });

  it("notifies the board about each change", () => {
    using opened = openLogs();
    const made = opened.logs.create(1, "info", "words");
    opened.logs.update(1, made.id, { content: "x" });
    opened.logs.remove(1, made.id);
    expect(opened.changed).toEqual([1, 1, 1]);
    expect(opened.logs.list(1, page).logs).toEqual([]);
  });
});
