import { z } from "zod";
import { operation } from "../../../http/model.ts";

const word = z.string().trim().min(1).max(200);
const level = z.enum(["low", "medium", "high", "xhigh", "max"]);

/** The owner's preferences for one runtime; null leaves the choice to the CLI. */
export const runtimePreference = z.object({ model: word.nullable(), effort: level.nullable() });
export type RuntimePreference = z.infer<typeof runtimePreference>;

/** The owner's preferences for one agent root; null leaves the choice to the catalog. */
export const rootPreference = runtimePreference.extend({ runtime: word.nullable() });
export type RootPreference = z.infer<typeof rootPreference>;

const maxEntries = 500;
const bounded = <T extends z.ZodType>(schema: T) =>
  z.record(z.string().max(300), schema).refine((held) => Object.keys(held).length <= maxEntries, {
    message: `At maxEntries ${maxEntries} entries are allowed`,
  });

/** The owner's choices. A request overrides them, and they override the catalog and the CLIs. */
export const sessionDefaults = z.object({
  runtime: word.nullable(),
  /** By runtime id. */
  runtimes: bounded(runtimePreference),
  /** By the root's name in the API. */
  roots: bounded(rootPreference),
});
export type SessionDefaults = z.infer<typeof sessionDefaults>;

export const noDefaults: SessionDefaults = { runtime: null, runtimes: {}, roots: {} };

const answer = z
  .object({
    chosen: sessionDefaults,
    /** The runtime by default, and whether it comes from SERVICE_DEFAULT_RUNTIME or is built in. */
    fallback: z.object({ runtime: z.string(), source: z.enum(["environment", "built_in"]) }),
  })
  .meta({ id: "SessionDefaults" });
export type SessionDefaultsAnswer = z.infer<typeof answer>;

/** The choices as far as API callers see them. */
export const callersDefaults = z.object({
  /** Null: the service's own default applies. */
  default_runtime: z.string().nullable(),
  /** The model of that runtime; null leaves it to the CLI. */
  default_model: z.string().nullable(),
  /** What a session gets that names no runtime. */
  effective_runtime: z.string(),
});
export type CallersDefaults = z.infer<typeof callersDefaults>;

/** A change over the API: null or an empty text clears a choice, undefined leaves it. */
export interface DefaultsChange {
  default_runtime?: string | null | undefined;
  default_model?: string | null | undefined;
}

export const sessionDefaultOperations = {
  getSessionDefaults: operation({
    id: "getSessionDefaults",
    method: "get",
    path: "/session_defaults",
    summary: "Get the owner's defaults for new sessions, by runtime and agent root",
    callers: ["board"],
    response: answer,
  }),
  saveSessionDefaults: operation({
    id: "saveSessionDefaults",
    method: "put",
    path: "/session_defaults",
    summary: "Set the defaults for what a request leaves open; null removes one",
    callers: ["board"],
    body: sessionDefaults,
    response: answer,
  }),
} as const;
