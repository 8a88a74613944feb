import { sql } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { sessionExperiments } from "./table.ts";

interface Observed {
  sessionId: number;
  key: string;
  value: boolean;
  at: number;
}

export const experimentStore = ({ db }: Database) => ({
  record: ({ sessionId, key, value, at }: Observed): void =>
    void db
      .insert(sessionExperiments)
      .values({ sessionId, key, valueAtStart: value, valueAtEnd: value, firstObservedAt: at })
      .onConflictDoUpdate({
        target: [sessionExperiments.sessionId, sessionExperiments.key],
        set: {
          valueAtEnd: value,
          changed: sql`${sessionExperiments.changed} OR ${sessionExperiments.valueAtStart} <> ${value ? 1 : 0}`,
        },
      })
      .run(),
});
