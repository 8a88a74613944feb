import { z } from "zod";
import { errorBody, noContent, operation } from "../../../http/model.ts";
import { sessionStatus } from "../../sessions/sessions/model.ts";

/** What came of a plugin's call to fire a trigger. */
const pluginOutcome = z.enum([
  "fired",
  "burst_notice",
  "burst_suppressed",
  "pending_session",
  "not_reusable",
  "not_found",
  "invalid_variables",
  /** The trigger runs a workflow, which takes no variables; this version has none of those. */
  "not_invokable",
  "error",
]);
export type PluginOutcome = z.infer<typeof pluginOutcome>;

/** A trigger as plugins see it: nothing of its template, its agent root or its equipment (R110). */
const offeredTrigger = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The placeholders its template uses. */
  variables: z.array(z.string()),
  /** Null: there is no cap. */
  max_sessions_per_minute: z.number().int().nullable(),
});
export type OfferedTrigger = z.infer<typeof offeredTrigger>;

const pluginKey = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.enum(["active", "revoked", "retired"]),
  /** The first eight hex digits of its SHA-256. */
  fingerprint: z.string(),
  last_used_at: z.string().nullable(),
  created_at: z.string(),
  revoked_at: z.string().nullable(),
});
export type PluginKey = z.infer<typeof pluginKey>;

/** With the key itself, in its only copy. */
const newPluginKey = pluginKey.extend({ secret: z.string() });
export type NewPluginKey = z.infer<typeof newPluginKey>;

export const externalApp = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string().nullable(),
    enabled: z.boolean(),
    last_invoked_at: z.string().nullable(),
    /** The triggers it may fire. */
    triggers: z.array(offeredTrigger),
    keys: z.array(pluginKey),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "ExternalApp" });
export type ExternalApp = z.infer<typeof externalApp>;

const startedSession = z.object({
  id: z.number().int(),
  title: z.string(),
  status: sessionStatus,
  created_at: z.string(),
});
export type StartedSession = z.infer<typeof startedSession>;

export const pluginNameLimit = 100;

/** Stamped on sessions and written into log lines, so nothing that a line would break at. */
const name = z
  .string()
  .trim()
  .min(1, "The name is blank")
  .max(pluginNameLimit, `The name is longer than ${pluginNameLimit} characters`)
  .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, "The name has control characters in it");

const traits = z.object({
  description: z.string().trim().max(1_000, "The description is longer than 1,000 characters").nullish(),
  enabled: z.boolean().optional(),
  /** The whole list: it replaces the one there is. */
  trigger_ids: z.array(z.number().int().positive()).max(1_000, "At most 1,000 triggers").optional(),
});

export const newExternalApp = traits.extend({ name });
export type NewExternalApp = z.infer<typeof newExternalApp>;

/** What is left out stays as it is. */
export const externalAppChange = newExternalApp.partial();
export type ExternalAppChange = z.infer<typeof externalAppChange>;

/** The service names a key that nobody named. */
const keyWish = z.object({ name: z.string().max(1_000).optional() });

const numericId = z.string().regex(/^\d{1,15}$/);
const ref = z.object({ id: numericId });
const one = z.object({ external_app: externalApp });
const managed = { callers: ["board"], errors: [404] } as const;

/** Plugins are managed on the settings page and by MCP tools; there is no way over REST (R115). */
export const externalAppOperations = {
  listExternalApps: operation({
    id: "listExternalApps",
    method: "get",
    path: "/external_apps",
    summary: "Every plugin, with the triggers there are to choose from",
    callers: ["board"],
    response: z.object({
      external_apps: z.array(externalApp),
      triggers: z.array(offeredTrigger),
      /** Where plugins reach this service. */
      base_url: z.string(),
    }),
  }),
  getExternalApp: operation({
    ...managed,
    id: "getExternalApp",
    method: "get",
    path: "/external_apps/{id}",
    summary: "One plugin with the last sessions it started",
    params: ref,
    response: one.extend({ recent_sessions: z.array(startedSession) }),
  }),
  createExternalApp: operation({
    id: "createExternalApp",
    method: "post",
    path: "/external_apps",
    summary: "Register a plugin",
    callers: ["board"],
    body: newExternalApp,
    response: one,
    status: 201,
  }),
  updateExternalApp: operation({
    ...managed,
    id: "updateExternalApp",
    method: "patch",
    path: "/external_apps/{id}",
    summary: "Change a plugin",
    params: ref,
    body: externalAppChange,
    response: one,
  }),
  deleteExternalApp: operation({
    ...managed,
    id: "deleteExternalApp",
    method: "delete",
    path: "/external_apps/{id}",
    summary: "Delete a plugin with its keys; the sessions it started stay",
    params: ref,
    response: noContent,
    status: 204,
  }),
  mintExternalAppKey: operation({
    ...managed,
    id: "mintExternalAppKey",
    method: "post",
    path: "/external_apps/{id}/keys",
    summary: "Mint a key of a plugin; the answer holds its only copy",
    params: ref,
    body: keyWish,
    response: z.object({ key: newPluginKey }),
    status: 201,
  }),
  revokeExternalAppKey: operation({
    ...managed,
    id: "revokeExternalAppKey",
    method: "delete",
    path: "/external_apps/{id}/keys/{key_id}",
    summary: "Revoke a key of a plugin",
    params: z.object({ id: numericId, key_id: numericId }),
    response: z.object({ key: pluginKey }),
  }),
} as const;

const offer = z.object({
  external_app: z.object({ id: z.number().int(), name: z.string(), description: z.string().nullable() }),
  triggers: z.array(offeredTrigger),
});
export type Offer = z.infer<typeof offer>;

export const pluginInvocation = z.object({
  outcome: pluginOutcome,
  fired: z.boolean(),
  message: z.string(),
  /** Null where the plugin has no such trigger. */
  trigger: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  session: z.object({ id: z.number().int(), status: sessionStatus, url: z.string() }).nullable(),
});
export type PluginInvocation = z.infer<typeof pluginInvocation>;

const plugin = { callers: ["external_app"], keyIn: "either" } as const;
const mcp = { ...plugin, path: "/mcp/external_app", base: "root", source: "E70" } as const;
/** Nothing is kept between two requests that the protocol's other methods could be for. */
const never = { ...mcp, status: 405, response: errorBody, errors: [403] } as const;

/** The two surfaces that a plugin's key opens. */
export const pluginOperations = {
  listPluginTriggers: operation({
    ...plugin,
    id: "listPluginTriggers",
    method: "get",
    path: "/external_app/triggers",
    source: "E67",
    summary: "The triggers on the calling plugin's list",
    response: offer,
    errors: [403],
  }),
  invokePluginTrigger: operation({
    ...plugin,
    id: "invokePluginTrigger",
    method: "post",
    path: "/external_app/triggers/{id}/invoke",
    source: "E68",
    summary: "Fire a trigger on the calling plugin's list",
    /** Any word: what names no trigger is answered as a trigger that is not on the list. */
    params: z.object({ id: z.string() }),
    body: z.object({ variables: z.unknown().optional() }),
    response: pluginInvocation.extend({
      error: z.string().optional(),
      messages: z.array(z.string()).optional(),
    }),
    status: 201,
    errors: [403, 404, 409, 429],
  }),
  callPluginMcp: operation({
    ...mcp,
    id: "callPluginMcp",
    method: "post",
    summary: "The same two things for plugins that speak MCP; the query is not looked at",
    /** A JSON-RPC message; judged by the protocol. */
    body: z.looseObject({}),
    response: z.unknown(),
    otherStatuses: [202],
    errors: [400, 403, 404],
  }),
  streamPluginMcp: operation({
    ...never,
    id: "streamPluginMcp",
    method: "get",
    summary: "Always refused: every answer comes with its request",
  }),
  endPluginMcp: operation({
    ...never,
    id: "endPluginMcp",
    method: "delete",
    summary: "Always refused: there is no MCP connection to end",
  }),
} as const;
