import { z } from "zod";

const count = z.number().int().nonnegative();

/** What the agent of a running session does now. */
export const sessionActivity = z
  .object({
    act: z.enum([
      "starting",
      "thinking",
      "writing",
      "running",
      "editing",
      "reading",
      "searching",
      "fetching",
      "delegating",
      "calling",
      "compacting",
    ]),
    /** The command, file, pattern, address, task or tool, shortened and redacted; null if it is not known. */
    subject: z.string().nullable(),
    since: z.string(),
    turn_started_at: z.string(),
    /** Lines that the session has changed in its clone, as last counted; null before the first count. */
    changed_lines: z.object({ added: count, removed: count }).nullable(),
    /** The last lines that the command printed, five at most; empty if its CLI does not report them. */
    output: z.array(z.string()),
    /** What works in the background, beside the act or after the agent has answered. */
    background: z.array(z.object({ id: z.string(), subject: z.string().nullable(), since: z.string() })),
  })
  .meta({ id: "SessionActivity" });
export type SessionActivity = z.infer<typeof sessionActivity>;
