import { z } from "zod";
import type { AppSetting } from "../../owner/app-settings/index.ts";
import type { AccountDeps, AccountPool } from "./pool.ts";
import { servingOrder } from "./rules.ts";

/** When each account was last told that it may not use a model, epoch ms, by the id of the account. */
const setting: AppSetting<Record<string, Record<string, number>>> = {
  key: "refused_models",
  schema: z.record(z.string(), z.record(z.string(), z.number())),
};

/** Plans and permissions change, so a refusal counts for a week. */
const countsMs = 7 * 24 * 3_600_000;

/** The models that accounts were refused, as their turns showed. */
export function refusedModels(
  { settings, clock }: Pick<AccountDeps, "settings" | "clock">,
  { store, changed }: Pick<AccountPool, "store" | "changed">,
) {
  const read = () => settings.read(setting) ?? {};

  function write(id: number, models: Record<string, number>): void {
    const { [id]: _before, ...others } = read();
    settings.write(setting, Object.keys(models).length === 0 ? others : { ...others, [id]: models });
    setImmediate(changed);
  }

  return {
    /** Inside the caller's transaction. */
    note(id: number, model: string): void {
      write(id, { ...read()[id], [model]: clock.now() });
    },

    /** The account was used with the model after all. */
    withdraw(id: number, model: string): void {
      const { [model]: refusedAt, ...others } = read()[id] ?? {};
      if (refusedAt !== undefined) write(id, others);
    },

    forget(id: number): void {
      if (read()[id]) write(id, {});
    },

    /** The models that no account of the runtime which serves may use. */
    of(runtime: string): ReadonlySet<string> {
      const since = clock.now() - countsMs;
      const all = read();
      const [first, ...others] = servingOrder(store.ofRuntime(runtime)).map(
        ({ id }) =>
          new Set(Object.entries(all[id] ?? {}).flatMap(([model, at]) => (at > since ? [model] : []))),
      );
      return new Set([...(first ?? [])].filter((model) => others.every((refused) => refused.has(model))));
    },
  };
}

export type RefusedModels = ReturnType<typeof refusedModels>;
