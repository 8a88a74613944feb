import { z } from "zod";
import { errorBody, noContent, operation } from "../../../http/model.ts";
import { confirmed } from "../../owner/confirmations/model.ts";
import { sessionStatus } from "../../sessions/sessions/model.ts";

/** The outcome of an integration's call to fire a trigger. */
const pluginOutcome = z.enum([
  "fired",
  "burst_notice",
  "burst_suppressed",
  "pending_session",
  "not_reusable",
  "not_found",
  "invalid_variables",
  /** The trigger runs a workflow; this version has none of those. */
  "not_invokable",
  "error",
]);
export type PluginOutcome = z.infer<typeof pluginOutcome>;

/** A trigger as integrations see it, without its template, agent root and servers (R110). */
const offeredTrigger = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The placeholders its template uses. */
  variables: z.array(z.string()),
  /** Null for no limit. */
  max_sessions_per_minute: z.number().int().nullable(),
});
export type OfferedTrigger = z.infer<typeof offeredTrigger>;

const pluginKey = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.enum(["active", "revoked", "retired"]),
  /** The first eight hex digits of its SHA-256. */
  fingerprint: z.string(),
  /** Who created it, or made it valid again; null for keys of earlier versions. */
  made_by: z.string().nullable(),
  last_used_at: z.string().nullable(),
  created_at: z.string(),
  revoked_at: z.string().nullable(),
});
export type PluginKey = z.infer<typeof pluginKey>;

/** With the key itself, which is not stored. */
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

/** Stored with sessions and written to log lines, so without line breaks. */
const name = z
  .string()
  .trim()
  .min(1, "The name is blank")
  .max(pluginNameLimit, `The name is longer than ${pluginNameLimit} characters`)
  .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, "The name contains control characters");

const traits = z.object({
  description: z.string().trim().max(1_000, "The description is longer than 1,000 characters").nullish(),
  enabled: z.boolean().optional(),
  /** The complete list; replaces the current one. */
  trigger_ids: z.array(z.number().int().positive()).max(1_000, "At most 1,000 triggers").optional(),
});

export const newExternalApp = traits.extend({ name });
export type NewExternalApp = z.infer<typeof newExternalApp>;

/** What is omitted stays unchanged. */
export const externalAppChange = newExternalApp.partial();
export type ExternalAppChange = z.infer<typeof externalAppChange>;

/** Without a name, the service chooses one. */
const keyWish = z.object({ name: z.string().max(1_000).optional() });

const numericId = z.string().regex(/^\d{1,15}$/);
const ref = z.object({ id: numericId });
const one = z.object({ external_app: externalApp });
const managed = { callers: ["board"], errors: [404] } as const;

/** Integrations are managed on the settings page and with MCP tools, not over REST (R115). */
export const externalAppOperations = {
  listExternalApps: operation({
    id: "listExternalApps",
    method: "get",
    path: "/external_apps",
    summary: "List all integrations, and the triggers to choose from",
    callers: ["board"],
    response: z.object({
      external_apps: z.array(externalApp),
      triggers: z.array(offeredTrigger),
      /** Where integrations reach this service. */
      base_url: z.string(),
    }),
  }),
  getExternalApp: operation({
    ...managed,
    id: "getExternalApp",
    method: "get",
    path: "/external_apps/{id}",
    summary: "Get an integration with the last sessions it started",
    params: ref,
    response: one.extend({ recent_sessions: z.array(startedSession) }),
  }),
  createExternalApp: operation({
    id: "createExternalApp",
    method: "post",
    path: "/external_apps",
    summary: "Create an integration",
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
    summary: "Change an integration",
    params: ref,
    body: externalAppChange,
    response: one,
  }),
  deleteExternalApp: operation({
    ...managed,
    id: "deleteExternalApp",
    method: "delete",
    path: "/external_apps/{id}",
    summary: "Delete an integration and its keys; the sessions it started stay",
    params: ref,
    response: noContent,
    status: 204,
  }),
  mintExternalAppKey: confirmed(
    operation({
      ...managed,
      id: "mintExternalAppKey",
      method: "post",
      path: "/external_apps/{id}/keys",
      summary: "Create a key of an integration; it is returned only this once",
      params: ref,
      body: keyWish,
      secretAnswer: true,
      response: z.object({ key: newPluginKey }),
      status: 201,
    }),
    "mint_integration_key",
    ({ params, body }) => ({ integrationId: Number(params.id), name: body.name?.trim() ?? "" }),
  ),
  revokeExternalAppKey: operation({
    ...managed,
    id: "revokeExternalAppKey",
    method: "delete",
    path: "/external_apps/{id}/keys/{key_id}",
    summary: "Revoke a key of an integration",
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
  /** Null if the integration has no such trigger. */
  trigger: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  session: z.object({ id: z.number().int(), status: sessionStatus, url: z.string() }).nullable(),
});
export type PluginInvocation = z.infer<typeof pluginInvocation>;

const plugin = { callers: ["external_app"], keyIn: "either" } as const;
const mcp = { ...plugin, path: "/mcp/external_app", base: "root", source: "E70" } as const;
/** Nothing is kept between requests, so there is nothing for the protocol's other methods to do. */
const never = { ...mcp, status: 405, response: errorBody, errors: [403] } as const;

/** What an integration's key gives access to, over REST and MCP. */
export const pluginOperations = {
  listPluginTriggers: operation({
    ...plugin,
    id: "listPluginTriggers",
    method: "get",
    path: "/external_app/triggers",
    source: "E67",
    summary: "List the triggers that the calling integration may fire",
    response: offer,
    errors: [403],
  }),
  invokePluginTrigger: operation({
    ...plugin,
    id: "invokePluginTrigger",
    method: "post",
    path: "/external_app/triggers/{id}/invoke",
    source: "E68",
    summary: "Fire a trigger that the calling integration may fire",
    /** Any text: an invalid id is answered like a trigger that is not on the list. */
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
    summary: "The same two operations over MCP; the query is ignored",
    /** A JSON-RPC message; the protocol validates it. */
    body: z.looseObject({}),
    response: z.unknown(),
    otherStatuses: [202],
    errors: [400, 403, 404],
  }),
  streamPluginMcp: operation({
    ...never,
    id: "streamPluginMcp",
    method: "get",
    summary: "Always refused: each answer is sent in response to its request",
  }),
  endPluginMcp: operation({
    ...never,
    id: "endPluginMcp",
    method: "delete",
    summary: "Always refused: there is no MCP connection to end",
  }),
} as const;
