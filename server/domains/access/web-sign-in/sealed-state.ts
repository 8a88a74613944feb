import { z } from "zod";
import { type Clock, monotonicClock } from "../../../lib/clock.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import { stepMs } from "./rules.ts";

export type SealedState = ReturnType<typeof sealedState>;

/** State that a browser carries from one step to the next for up to 15 minutes and can neither read nor change. */
export function sealedState({
  secrets,
  ...of
}: {
  secrets: Pick<SecretStore, "seal" | "open">;
  clock: Clock;
}) {
  const clock = monotonicClock(of.clock);
  return {
    seal: (purpose: string, content: unknown): string =>
      secrets.seal(`${purpose}:${JSON.stringify({ until: clock.now() + stepMs, content })}`),
    /** Returns null if we did not seal it, if it was sealed for another purpose, or if it expired. */
    open<T>(purpose: string, sealed: string, content: z.ZodType<T>): T | null {
      const text = sealed === "" ? null : secrets.open(sealed);
      // The secret store seals other things too; only what starts like this was sealed above.
      if (!text?.startsWith(`${purpose}:`)) return null;
      const shape = z.object({ until: z.number(), content });
      const parsed = shape.safeParse(JSON.parse(text.slice(purpose.length + 1)));
      return parsed.success && clock.now() < parsed.data.until ? parsed.data.content : null;
    },
  };
}
