import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { session } from "../../sessions/sessions/model.ts";

export const firstRunState = z
  .object({
    /** The owner is not known yet, and there has never been a session. */
    due: z.boolean(),
    /** The runtime for a demo session with a scripted model; null if no bundled agent can run it. */
    demo_runtime: z.string().nullable(),
  })
  .meta({ id: "FirstRunState" });
export type FirstRunState = z.infer<typeof firstRunState>;

export const firstRunOperations = {
  getFirstRun: operation({
    id: "getFirstRun",
    method: "get",
    path: "/first_run",
    summary: "Whether to show the first-run setup",
    callers: ["board"],
    response: firstRunState,
  }),
  startDemoSession: operation({
    id: "startDemoSession",
    method: "post",
    path: "/first_run/demo",
    summary: "Start a demo session on a small repository, with a scripted model that needs no account",
    callers: ["board"],
    response: z.object({ session }),
  }),
} as const;
