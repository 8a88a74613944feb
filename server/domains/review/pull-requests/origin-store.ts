import { eq } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { sessionOrigins } from "./table.ts";

type OriginRow = typeof sessionOrigins.$inferSelect;

export function originStore({ db }: Pick<Database, "db">) {
  return {
    find: (sessionId: number): OriginRow | undefined =>
      db.select().from(sessionOrigins).where(eq(sessionOrigins.sessionId, sessionId)).get(),
    set({ sessionId, ...changes }: OriginRow): void {
      db.insert(sessionOrigins)
        .values({ sessionId, ...changes })
        .onConflictDoUpdate({ target: sessionOrigins.sessionId, set: changes })
        .run();
    },
  };
}
