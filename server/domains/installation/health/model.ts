import { z } from "zod";
import { operation, plainText } from "../../../http/model.ts";

export const about = z
  .object({
    version: z.string(),
    data_folder: z.string(),
    platform: z.string(),
    started_at: z.string(),
    /** The runtimes below the service. */
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
    summary: "Whether the process responds",
    callers: ["anyone"],
    response: plainText,
  }),
  upDeep: operation({
    id: "upDeep",
    method: "get",
    path: "/up/deep",
    base: "root",
    source: "E174",
    summary: "Whether the database, the disk and the queue work",
    callers: ["anyone"],
    response: z.object({ status: z.enum(["ok", "failing"]), failed: z.array(z.string()) }),
    otherStatuses: [503],
  }),
  getAbout: operation({
    id: "getAbout",
    method: "get",
    path: "/about",
    summary: "The version, its runtime and its data folder",
    callers: ["board"],
    response: about,
  }),
} as const;
