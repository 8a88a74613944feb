import type { JsonCodec } from "../../../db/json-codec.ts";
import type { Database } from "../../../db/open.ts";
import { appSettings } from "./table.ts";

export function appSettingStore({ sql, db }: Database) {
  // Read with every session view: the query builder would take several times as long as the rest of it.
  const stored = sql.prepare<[string], string>("SELECT value FROM app_settings WHERE key = ?").pluck();
  return {
    /** null if there is none, or if the codec cannot read it. */
    read<Value>(key: string, codec: JsonCodec<Value | null>): Value | null {
      const text = stored.get(key);
      return text === undefined ? null : codec.decode(text);
    },
    write<Value>(key: string, value: Value, { codec, now }: { codec: JsonCodec<Value>; now: number }): void {
      const row = { value: codec.encode(value), updatedAt: now };
      db.insert(appSettings)
        .values({ key, ...row })
        .onConflictDoUpdate({ target: appSettings.key, set: row })
        .run();
    },
  };
}
