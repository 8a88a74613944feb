import { z } from "zod";
import { operation, plainText } from "../../http/model.ts";

export const healthOperations = {
  up: operation({
    id: "up",
    method: "get",
    path: "/up",
    base: "root",
    source: "E173",
    summary: "The process answers",
    callers: ["anyone"],
    response: plainText,
  }),
  upDeep: operation({
    id: "upDeep",
    method: "get",
    path: "/up/deep",
    base: "root",
    source: "E174",
    summary: "The database, the disk and the queue answer too",
    callers: ["anyone"],
    response: z.object({ status: z.enum(["ok", "failing"]), failed: z.array(z.string()) }),
    otherStatuses: [503],
  }),
} as const;
