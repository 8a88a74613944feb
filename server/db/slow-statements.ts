import type { Statement } from "better-sqlite3";
import type { Logger } from "../lib/logger.ts";
import type { Sql } from "./open.ts";

const slowMs = 40;

/** Logs every statement that held the event loop for more than 40 ms (docs/decisions/0004). */
export function timeStatements(sql: Sql, log: Logger): void {
  const prepare = sql.prepare.bind(sql);
  sql.prepare = ((source: string) => timed(prepare(source), source, log)) as Sql["prepare"];
}

function timed(statement: Statement, source: string, log: Logger): Statement {
  for (const method of ["run", "get", "all"] as const) {
    const original = statement[method].bind(statement) as (...values: unknown[]) => unknown;
    const wrapped = (...values: unknown[]): unknown => {
      const before = performance.now();
      try {
        return original(...values);
      } finally {
        const tookMs = performance.now() - before;
        if (tookMs > slowMs)
          log.warn({ tookMs: Math.round(tookMs), sql: source.slice(0, 300) }, "slow statement");
      }
    };
    Object.defineProperty(statement, method, { value: wrapped });
  }
  return statement;
}
