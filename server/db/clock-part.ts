import type { ClockJump } from "../lib/clock-watch.ts";
import type { Sql } from "./open.ts";

/**
 * What a domain changes in its rows when somebody set the machine's clock, so that what lasts some time lasts as long as it
 * would have. Moments that a person or another service named stay what they are.
 */
export type ClockPart = (sql: Sql, jump: ClockJump) => void;

/** The times of a table, by what a jump does to them; null ones stay null. */
export interface StoredTimes {
  table: string;
  /** Ends of terms, and the last use that a term is counted from: they move with the clock, in both directions. */
  terms?: readonly string[];
  /** Coming due early does no harm, so these move only when the clock is set back. */
  dueTimes?: readonly string[];
  /** Times of what has happened, from which the next one is counted: none may lie in the future. */
  pastTimes?: readonly string[];
}

/** The part of a domain whose tables need no more than this. */
export const followClock =
  (...tables: readonly StoredTimes[]): ClockPart =>
  (sql, { byMs, now }) => {
    for (const { table, terms = [], dueTimes = [], pastTimes = [] } of tables) {
      for (const column of byMs < 0 ? [...terms, ...dueTimes] : terms)
        sql.prepare(`UPDATE ${table} SET ${column} = ${column} + ? WHERE ${column} IS NOT NULL`).run(byMs);
      for (const column of pastTimes)
        sql.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${column} > ?`).run(now, now);
    }
  };
