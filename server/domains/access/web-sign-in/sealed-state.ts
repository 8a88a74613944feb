import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import { stepMs } from "./rules.ts";

export type SealedState = ReturnType<typeof sealedState>;

/** What a browser keeps for us between two steps without being able to read or change it, for 15 minutes. */
export function sealedState({
  secrets,
  clock,
}: {
  secrets: Pick<SecretStore, "seal" | "open">;
  clock: Clock;
}) {
  return {
    wrap: (purpose: string, content: unknown): string =>
      secrets.seal(`${purpose}:${JSON.stringify({ until: clock.now() + stepMs, content })}`),
    /** null where it is none of ours, of another purpose, or too old. */
    unwrap<T>(purpose: string, sealed: string, content: z.ZodType<T>): T | null {
      const text = sealed === "" ? null : secrets.open(sealed);
      // The store seals other things too; only what begins like this was written above.
      if (!text?.startsWith(`${purpose}:`)) return null;
      const shape = z.object({ until: z.number(), content });
      const parsed = shape.safeParse(JSON.parse(text.slice(purpose.length + 1)));
      return parsed.success && clock.now() < parsed.data.until ? parsed.data.content : null;
    },
  };
}
