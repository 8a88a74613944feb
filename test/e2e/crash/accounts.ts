import { join } from "node:path";
import { pino } from "pino";
import { migrateDatabase } from "../../../server/db/migrate.ts";
import { openDatabase } from "../../../server/db/open.ts";
import type { RuntimeId } from "../../../server/runtimes/runtime.ts";
import {
  claudeLogin,
  codexLogin,
  putSignIns,
  type StoredSignIn,
  sealSignIns,
} from "../../support/stored-sign-ins.ts";

const people = ["ada@example.org", "grace@example.org"];

/** Whether agents of this runtime run on accounts, whose quota a prompt may use up. */
export const hasAccounts = (runtime: RuntimeId): boolean => runtime !== "pi";

/** Two accounts that somebody signed in to, in a data folder without a service yet. */
export function seedAccounts(dataFolder: string, runtime: RuntimeId): void {
  if (runtime === "pi") return;
  const signIns = people.map((email, index): StoredSignIn => {
    const login = runtime === "codex" ? codexLogin(email) : claudeLogin(`token-of-${email}`);
    return { id: index + 1, runtime, email, login };
  });
  sealSignIns(dataFolder, signIns);
  const database = openDatabase(join(dataFolder, "signalbox.db"), pino({ level: "silent" }));
  try {
    migrateDatabase(database, { backups: null, now: Date.now() });
    putSignIns(database.sql, signIns);
  } finally {
    database.close();
  }
}
