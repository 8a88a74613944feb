import { z } from "zod";
import { operation } from "../../../http/model.ts";

const word = z.string().trim().min(1).max(200);
const level = z.enum(["low", "medium", "high", "xhigh", "max"]);

/** What the owner prefers of one runtime; null leaves it to the CLI. */
export const runtimePreference = z.object({ model: word.nullable(), effort: level.nullable() });
export type RuntimePreference = z.infer<typeof runtimePreference>;

/** What the owner prefers on one agent root; null leaves it to the catalog. */
export const rootPreference = runtimePreference.extend({ runtime: word.nullable() });
export type RootPreference = z.infer<typeof rootPreference>;

const most = 500;
const bounded = <T extends z.ZodType>(schema: T) =>
  z.record(z.string().max(300), schema).refine((held) => Object.keys(held).length <= most, {
    message: `There may be ${most} entries`,
  });

/** The owner's choices, between what a request says and what the catalog and the CLIs say. */
export const sessionDefaults = z.object({
  runtime: word.nullable(),
  /** By runtime id. */
  runtimes: bounded(runtimePreference),
  /** By the root's name as it is served. */
  roots: bounded(rootPreference),
});
export type SessionDefaults = z.infer<typeof sessionDefaults>;

export const noDefaults: SessionDefaults = { runtime: null, runtimes: {}, roots: {} };

const answer = z
  .object({
    chosen: sessionDefaults,
    /** What holds where nobody chose a runtime, and whether SERVICE_DEFAULT_RUNTIME or the service itself says so. */
    fallback: z.object({ runtime: z.string(), source: z.enum(["environment", "built_in"]) }),
  })
  .meta({ id: "SessionDefaults" });
export type SessionDefaultsAnswer = z.infer<typeof answer>;

export const sessionDefaultOperations = {
  getSessionDefaults: operation({
    id: "getSessionDefaults",
    method: "get",
    path: "/session_defaults",
    summary: "What the owner chose for new sessions, for each runtime and agent root",
    callers: ["board"],
    response: answer,
  }),
  saveSessionDefaults: operation({
    id: "saveSessionDefaults",
    method: "put",
    path: "/session_defaults",
    summary: "Choose what new sessions take where a request leaves it open; null takes a choice back",
    callers: ["board"],
    body: sessionDefaults,
    response: answer,
  }),
} as const;
