import { z } from "zod";
import type { AppSetting } from "../../owner/app-settings/index.ts";
import { freshAccount } from "./edits.ts";
import type { AccountDeps, AccountPool } from "./pool.ts";
import type { accountReadings } from "./readings.ts";
import { type AccountRow, emailKey } from "./store.ts";

const limitMs = 10_000;

/** The sign-ins of this machine that the owner removed from the accounts, by runtime. */
const dismissals: AppSetting<Record<string, string[]>> = {
  key: "dismissed_sign_ins",
  schema: z.record(z.string(), z.array(z.string())),
};

/** Makes the machine's own sign-in of each CLI an account, and follows who is signed in there. */
export function machineAdoption(
  deps: Pick<AccountDeps, "database" | "clock" | "log" | "settings">,
  pool: AccountPool,
  { probeSoon }: Pick<ReturnType<typeof accountReadings>, "probeSoon">,
) {
  const { database, clock, log, settings } = deps;
  const { store } = pool;
  /** Whose the last login was that each machine had, so that the provider is asked once. */
  const known = new Map<string, { login: string; email: string }>();
  const dismissed = (): Record<string, string[]> => settings.read(dismissals) ?? {};

  async function emailOf(runtime: string, login: string): Promise<string | null> {
    const last = known.get(runtime);
    if (last?.login === login) return last.email;
    const email = await pool.loginsOf(runtime)?.emailOf(login, AbortSignal.timeout(limitMs));
    if (!email) return null;
    known.set(runtime, { login, email });
    return email;
  }

  async function reviewOne(runtime: string): Promise<void> {
    const login = (await pool.loginsOf(runtime)?.ofMachine()) ?? null;
    const email = login === null ? null : await emailOf(runtime, login);
    // Whose it is cannot be read now: what is known stays.
    if (login !== null && email === null) return;
    if (!database.sql.open) return;
    const adopted = database.transaction(() => follow(runtime, email));
    if (adopted === null) return;
    log.info({ runtime, account: adopted }, "the machine's own sign-in is an account");
    pool.changed();
    probeSoon(adopted, "sign_in");
  }

  /** Returns the account that is new, or signed in to again. */
  function follow(runtime: string, email: string | null): number | null {
    const rows = store.ofRuntime(runtime);
    const now = clock.now();
    for (const row of rows.filter(({ place }) => place === "machine"))
      if (email === null || row.emailKey !== emailKey(email)) {
        store.update(row.id, { place: "none", status: "needs_reauth", updatedAt: now });
        setImmediate(pool.changed);
      }
    if (email === null || dismissed()[runtime]?.includes(emailKey(email))) return null;
    const row = rows.find((account) => account.emailKey === emailKey(email));
    // Signed in on the board, or already adopted.
    if (row && (row.place !== "none" || row.kind !== "sign_in")) return null;
    const signedIn = { place: "machine", status: "active", updatedAt: now } as const;
    if (row) store.update(row.id, { ...freshAccount("sign_in", row.createdAt), ...signedIn });
    const id = row?.id ?? insert(rows, { runtime, email, ...signedIn });
    pool.ensureCurrent(runtime);
    return id;
  }

  function insert(
    rows: readonly AccountRow[],
    of: { runtime: string; email: string; place: "machine"; status: "active" },
  ): number {
    const last = rows.reduce((most, { priority }) => Math.max(most, priority), -1);
    const fresh = freshAccount("sign_in", clock.now());
    return store.insert({ ...fresh, ...of, emailKey: emailKey(of.email), priority: last + 1 }).id;
  }

  return {
    async review(): Promise<void> {
      for (const runtime of pool.pooled)
        await reviewOne(runtime).catch((error: unknown) => {
          log.error({ err: error, runtime }, "the machine's own sign-in could not be read");
        });
    },

    /** The owner wants it after all. */
    welcome(runtime: string, email: string): void {
      const all = dismissed();
      const others = (all[runtime] ?? []).filter((key) => key !== emailKey(email));
      settings.write(dismissals, { ...all, [runtime]: others });
    },

    /** The owner removed the account; its sign-in stays on the machine, and is not adopted again. */
    dismiss({ runtime, place, emailKey: key }: AccountRow): void {
      if (place !== "machine") return;
      const all = dismissed();
      settings.write(dismissals, { ...all, [runtime]: [...new Set([...(all[runtime] ?? []), key])] });
    },
  };
}
