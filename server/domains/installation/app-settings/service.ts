import type { z } from "zod";
import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { appSettingStore } from "./store.ts";

/** One thing the owner may choose: where it is kept and what it can be. Declared by the domain it belongs to. */
export interface AppSetting<T> {
  key: string;
  schema: z.ZodType<T>;
}

export type AppSettings = ReturnType<typeof appSettingService>;

/** What was chosen in the settings. Nothing is kept in memory: a choice holds from the next look on. */
export function appSettingService({ database, clock }: { database: Database; clock: Clock }) {
  const store = appSettingStore(database);
  return {
    /** Null where nothing was chosen, and where what is stored is none of the choices any more. */
    read<T>({ key, schema }: AppSetting<T>): T | null {
      const stored = store.read(key);
      return stored === null ? null : (schema.safeParse(parsed(stored)).data ?? null);
    },
    write<T>({ key }: AppSetting<T>, value: T): void {
      store.write(key, JSON.stringify(value), clock.now());
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // Somebody wrote into the table by hand.
  }
}
