import Sqlite from "better-sqlite3";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { timeStatements } from "./slow-statements.ts";

/** `linger(ms)` in SQL blocks the thread for that time, measured by the same clock as the statements. */
function open() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null, level: "debug" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const sql = new Sqlite(":memory:");
  sql.function("linger", (ms: unknown) => {
    const end = performance.now() + Number(ms);
    while (performance.now() < end);
    return 1;
  });
  const { serves } = timeStatements(sql, log);
  return { sql, lines, serves, [Symbol.dispose]: () => void sql.close() };
}

describe("timeStatements", () => {
  it.each(["get", "all", "run"] as const)("reports a slow %s with its text and time", (method) => {
    using opened = open();
    opened.sql.exec("CREATE TABLE marks (id INTEGER)");
    const source = method === "run" ? "INSERT INTO marks SELECT linger(45)" : "SELECT linger(45)";
    opened.sql.prepare(source)[method]();
    expect(opened.lines).toEqual([expect.objectContaining({ msg: "slow statement", sql: source })]);
    expect(opened.lines[0]?.["tookMs"]).toBeGreaterThanOrEqual(45);
  });

  it("reports a slow statement that fails, and rethrows the error", () => {
    using opened = open();
    opened.sql.exec("CREATE TABLE marks (id INTEGER CHECK (id > 1))");
    expect(() => opened.sql.prepare("INSERT INTO marks SELECT linger(45)").run()).toThrow(/CHECK/);
    expect(opened.lines).toHaveLength(1);
  });

  it("warns of one that people wait for, once the service serves", () => {
    using opened = open();
    const levels = () => opened.lines.map(({ level }) => level);
    opened.sql.prepare("SELECT linger(255)").get();
    expect(levels()).toEqual([pino.levels.values["debug"]]);
    opened.serves();
    opened.sql.prepare("SELECT linger(255)").get();
    opened.sql.prepare("SELECT linger(45)").get();
    expect(levels().slice(1)).toEqual([pino.levels.values["warn"], pino.levels.values["debug"]]);
  });

  it("keeps values out of the log and the text short", () => {
    using opened = open();
    const long = `SELECT linger(?) AS ${"a".repeat(400)}`;
    opened.sql.prepare(long).get(45);
    expect(opened.lines[0]?.["sql"]).toBe(long.slice(0, 300));
  });

  it("does not report a quick statement, and changes no result", () => {
    using opened = open();
    expect(opened.sql.prepare("SELECT ? AS a").get(7)).toEqual({ a: 7 });
    expect(opened.sql.prepare("SELECT 1 AS a UNION SELECT 2").all()).toEqual([{ a: 1 }, { a: 2 }]);
    expect([...opened.sql.prepare("SELECT 1 AS a").iterate()]).toEqual([{ a: 1 }]);
    expect(opened.sql.prepare("SELECT 3").pluck().get()).toBe(3);
    expect(opened.lines).toEqual([]);
  });
});
