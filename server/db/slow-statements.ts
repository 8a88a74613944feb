import type { Statement } from "better-sqlite3";
import type { Logger } from "../lib/logger.ts";
import type { Sql } from "./open.ts";

/** From when on a statement is logged. */
const debugMs = 40;
/** From when on as a warning. Nobody waits for a single statement of the start, which may have to make the tables on a slow disk. */
const warnMsAtStart = 1_000;
const warnMsServing = 250;

/**
 * Logs every statement that held the event loop for more than 40 ms, as a warning where people notice it
 * (docs/decisions/0004). `serves` says that the start is over.
 */
export function timeStatements(sql: Sql, log: Logger): { serves(): void } {
  const prepare = sql.prepare.bind(sql);
  let warnMs = warnMsAtStart;
  const note = (source: string, tookMs: number): void => {
    if (tookMs <= debugMs) return;
    const level = tookMs > warnMs ? "warn" : "debug";
    log[level]({ tookMs: Math.round(tookMs), sql: source.slice(0, 300) }, "slow statement");
  };
  sql.prepare = ((source: string) => timed(prepare(source), source, note)) as Sql["prepare"];
  return {
    serves() {
      warnMs = warnMsServing;
    },
  };
}

function timed(
  statement: Statement,
  source: string,
  note: (source: string, tookMs: number) => void,
): Statement {
  for (const method of ["run", "get", "all"] as const) {
    const original = statement[method].bind(statement) as (...values: unknown[]) => unknown;
    const wrapped = (...values: unknown[]): unknown => {
      const before = performance.now();
      try {
        return original(...values);
      } finally {
        note(source, performance.now() - before);
      }
    };
    Object.defineProperty(statement, method, { value: wrapped });
  }
  return statement;
}
