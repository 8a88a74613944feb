import { z } from "zod";
import type { AppSetting, AppSettings } from "../app-settings/index.ts";

/** Who was signed in at a browser when it asked to be told; null where nobody has to be. */
export type Holder = { kind: "connection" | "sign_in"; id: number } | null;

const holder = z.object({ kind: z.enum(["connection", "sign_in"]), id: z.number().int() });
const setting: AppSetting<Record<string, NonNullable<Holder>>> = {
  key: "push_holders",
  schema: z.record(z.string(), holder),
};

/** By whose sign-in each browser is told, so that it is told nothing more once that has ended. */
export function subscriptionHolders({
  settings,
  stands,
}: {
  settings: AppSettings;
  /** Whether this connection or sign-in still opens the board. */
  stands(holder: NonNullable<Holder>): boolean;
}) {
  const all = (): Record<string, NonNullable<Holder>> => settings.read(setting) ?? {};

  return {
    /** Null too for a subscription that is gone. */
    note(subscriptionId: number, of: Holder): void {
      const { [String(subscriptionId)]: before, ...others } = all();
      if (of !== null) settings.write(setting, { ...others, [subscriptionId]: of });
      else if (before !== undefined) settings.write(setting, others);
    },

    /** Which of these subscriptions are of a sign-in that has ended. */
    ended(subscriptionIds: readonly number[]): number[] {
      const known = all();
      return subscriptionIds.filter((id) => {
        const of = known[String(id)];
        return of !== undefined && !stands(of);
      });
    },
  };
}
