import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { session } from "../../sessions/sessions/model.ts";

export const firstRunState = z
  .object({
    /** Nobody has said who sits here, and there has never been a session. */
    due: z.boolean(),
    /** A session on a scripted model can be begun here; null where no bundled agent could run it. */
    demo_runtime: z.string().nullable(),
  })
  .meta({ id: "FirstRunState" });
export type FirstRunState = z.infer<typeof firstRunState>;

export const firstRunOperations = {
  getFirstRun: operation({
    id: "getFirstRun",
    method: "get",
    path: "/first_run",
    summary: "Whether a person should be led through the set-up",
    callers: ["board"],
    response: firstRunState,
  }),
  startDemoSession: operation({
    id: "startDemoSession",
    method: "post",
    path: "/first_run/demo",
    summary: "Begin a real session on a small repository, with a scripted model that needs no account",
    callers: ["board"],
    response: z.object({ session }),
  }),
} as const;
