import type { z } from "zod";
import { jsonOf } from "../../../db/json-codec.ts";
import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { appSettingStore } from "./store.ts";

/** One setting: its key and its schema. Declared by the domain it belongs to. */
export interface AppSetting<T> {
  key: string;
  schema: z.ZodType<T>;
}

export type AppSettings = ReturnType<typeof appSettingService>;

/** Settings chosen on the board. Nothing is cached, so a change takes effect on the next read. */
export function appSettingService({ database, clock }: { database: Database; clock: Clock }) {
  const store = appSettingStore(database);
  return {
    /** null if nothing was chosen, or if the stored value is no longer valid. */
    read<T>({ key, schema }: AppSetting<T>): T | null {
      return store.read(key, jsonOf(schema));
    },
    write<T>({ key, schema }: AppSetting<T>, value: T): void {
      store.write<T | null>(key, value, { codec: jsonOf(schema), now: clock.now() });
    },
  };
}
