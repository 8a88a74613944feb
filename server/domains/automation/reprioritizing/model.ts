import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { session } from "../../sessions/sessions/model.ts";

export const reprioritizingOperations = {
  reprioritizeSessions: operation({
    id: "reprioritizeSessions",
    method: "post",
    path: "/sessions/reprioritize",
    source: "E4",
    summary: "Start, or continue, the session whose agent reviews the order of all sessions",
    callers: ["api", "native"],
    response: z.object({ outcome: z.literal("fired"), message: z.string(), session }),
  }),
} as const;
