import { z } from "zod";
import { operation, plainText } from "../../../http/model.ts";

export const about = z
  .object({
    version: z.string(),
    data_folder: z.string(),
    platform: z.string(),
    started_at: z.string(),
    /** What the service runs on, by name. */
    runtime: z.array(z.object({ name: z.string(), version: z.string() })),
  })
  .meta({ id: "About" });
export type About = z.infer<typeof about>;

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
  getAbout: operation({
    id: "getAbout",
    method: "get",
    path: "/about",
    summary: "Which release this is, what it runs on, and where its data is",
    callers: ["board"],
    response: about,
  }),
} as const;
