import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { confirmed } from "../../owner/confirmations/model.ts";
import { chosenKinds, session, sessionAnswer, sessionRef } from "../sessions/model.ts";

/** The maximum length of a session's notes. */
export const notesLimit = 50_000;

const names = z.array(z.string());
const requiredConsent = z.object({ server_name: z.string(), server_url: z.string() });

/** The response to a change of servers or plugins: the servers a person must first sign in to. */
const consentAnswer = sessionAnswer.extend({
  oauth_required: z.boolean(),
  oauth_required_servers: z.array(requiredConsent),
});
export type ConsentAnswer = z.infer<typeof consentAnswer>;

/** Seconds between two heartbeats. */
export const heartbeatBounds = { min: 30, max: 86_400 } as const;
const heartbeatInterval = z.number().int().min(heartbeatBounds.min).max(heartbeatBounds.max);

/** E31. Absent = unchanged. */
const heartbeatChange = z.object({
  enabled: z.boolean().optional(),
  interval_seconds: heartbeatInterval.optional(),
});
export type HeartbeatChange = z.infer<typeof heartbeatChange>;

/** E33. `snoozed_until` is a local time in `timezone`, without an offset. */
const visibilityChange = z.object({
  visibility: z.enum(["visible", "hidden", "snoozed"]),
  snoozed_until: z.string().nullish(),
  timezone: z.string().nullish(),
});
export type VisibilityChange = z.infer<typeof visibilityChange>;

const change = {
  method: "patch",
  callers: ["api", "native"],
  params: sessionRef,
  errors: [404, 409],
} as const;

export const sessionSettingsOperations = {
  changeMcpServers: operation({
    ...change,
    id: "changeMcpServers",
    path: "/sessions/{id}/mcp_servers",
    source: "E24",
    summary: "Replace the session's MCP servers; an empty list means none",
    body: z.object({ mcp_servers: names }),
    response: consentAnswer,
  }),
  changeCatalogSkills: operation({
    ...change,
    id: "changeCatalogSkills",
    path: "/sessions/{id}/catalog_skills",
    source: "E25",
    summary: "Replace the session's skills",
    body: z.object({ catalog_skills: names }),
    response: sessionAnswer,
  }),
  changeCatalogHooks: operation({
    ...change,
    id: "changeCatalogHooks",
    path: "/sessions/{id}/catalog_hooks",
    source: "E26",
    summary: "Replace the session's hooks",
    body: z.object({ catalog_hooks: names }),
    response: sessionAnswer,
  }),
  changeCatalogPlugins: operation({
    ...change,
    id: "changeCatalogPlugins",
    path: "/sessions/{id}/catalog_plugins",
    source: "E27",
    summary: "Replace the session's plugins",
    body: z.object({ catalog_plugins: names }),
    response: consentAnswer,
  }),
  changeModel: operation({
    ...change,
    id: "changeModel",
    path: "/sessions/{id}/model",
    source: "E28",
    summary: "Set the model of future turns",
    body: z.object({ model: z.string().trim().min(1).max(200) }),
    response: sessionAnswer,
  }),
  changeEffort: operation({
    ...change,
    id: "changeEffort",
    path: "/sessions/{id}/effort",
    source: "E29",
    summary: "Set the reasoning effort of future turns; default, null or empty for the model's own",
    body: z.object({ effort: z.string().max(100).nullable() }),
    response: sessionAnswer,
  }),
  changeNotes: operation({
    ...change,
    id: "changeNotes",
    path: "/sessions/{id}/notes",
    source: "E30",
    summary: "Set the session's notes, which are added below every prompt; blank or absent clears them",
    body: z.object({ session_notes: z.string().nullish() }),
    response: sessionAnswer,
  }),
  changeHeartbeat: operation({
    ...change,
    id: "changeHeartbeat",
    path: "/sessions/{id}/heartbeat",
    source: "E31",
    summary: "Turn the heartbeat on or off, or change its interval",
    body: heartbeatChange,
    response: z.object({
      session,
      heartbeat_enabled: z.boolean(),
      heartbeat_interval_seconds: z.number().int(),
    }),
  }),
  toggleFavorite: operation({
    ...change,
    method: "post",
    id: "toggleFavorite",
    path: "/sessions/{id}/toggle_favorite",
    source: "E32",
    summary: "Toggle whether the session is a favorite",
    response: z.object({ session, favorited: z.boolean(), id: z.number().int(), title: z.string() }),
  }),
  changeSandbox: confirmed(
    operation({
      ...change,
      callers: ["board"],
      id: "changeSandbox",
      path: "/sessions/{id}/sandbox",
      summary: "Set what future turns ask for; the service's and the repository's level still count",
      body: z.object({ sandbox: z.string().max(40).nullable() }),
      response: sessionAnswer,
    }),
    "loosen_session_sandbox",
    ({ params, body }) => ({ session: params.id, sandbox: body.sandbox }),
  ),
  changeAttention: operation({
    ...change,
    id: "changeAttention",
    path: "/sessions/{id}/attention",
    source: "E175",
    summary:
      "Correct what a session that stopped waits for, until it works again; null decides automatically",
    body: z.object({ kind: z.enum(chosenKinds).nullable() }),
    response: sessionAnswer,
  }),
  changeVisibility: operation({
    ...change,
    id: "changeVisibility",
    path: "/sessions/{id}/visibility",
    source: "E33",
    summary: "Show, hide or snooze the session on the board; its turns still run",
    body: visibilityChange,
    response: sessionAnswer,
  }),
} as const;
