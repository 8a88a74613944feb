import type { Database } from "../../../db/open.ts";
import { appSettings } from "./table.ts";

export function appSettingStore({ sql, db }: Database) {
  // Read with every session view: the query builder would take several times as long as the rest of it.
  const stored = sql.prepare<[string], string>("SELECT value FROM app_settings WHERE key = ?").pluck();
  return {
    read: (key: string): string | null => stored.get(key) ?? null,
    write(key: string, value: string, now: number): void {
      const row = { value, updatedAt: now };
      db.insert(appSettings)
        .values({ key, ...row })
        .onConflictDoUpdate({ target: appSettings.key, set: row })
        .run();
    },
  };
}
