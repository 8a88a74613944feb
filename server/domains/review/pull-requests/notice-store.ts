import { eq } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import type { ChosenNotices } from "./model.ts";
import { pullRequestNotices } from "./table.ts";

export function noticeStore({ db }: Database) {
  return {
    find(sessionId: number): ChosenNotices | undefined {
      const row = db
        .select()
        .from(pullRequestNotices)
        .where(eq(pullRequestNotices.sessionId, sessionId))
        .get();
      if (!row) return undefined;
      const { merged, conflicts, checks, comments } = row;
      return { merged, conflicts, checks, comments };
    },
    set: (sessionId: number, chosen: ChosenNotices): void =>
      void db
        .insert(pullRequestNotices)
        .values({ sessionId, ...chosen })
        .onConflictDoUpdate({ target: pullRequestNotices.sessionId, set: chosen })
        .run(),
  };
}
