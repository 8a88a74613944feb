import { z } from "zod";
import { operation } from "../../../http/model.ts";

export const liveModes = ["text", "voice"] as const;
export type LiveMode = (typeof liveModes)[number];

export const guidanceMaxLength = 4_000;

export const liveValue = z.union([z.string(), z.number()]);
export type LiveValue = z.infer<typeof liveValue>;

export const liveField = z
  .object({
    key: z.string(),
    /** The kind of conversation that the setting is for. */
    path: z.enum(liveModes),
    type: z.enum(["enum", "float", "integer"]),
    label: z.string(),
    help: z.string(),
    /** Of an enum. */
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    /** Of a number; null for an enum. */
    min: z.number().nullable(),
    max: z.number().nullable(),
    default: liveValue,
    /** Whether a change counts in a call that is open. */
    mid_call: z.boolean(),
  })
  .meta({ id: "LiveField" });
export type LiveField = z.infer<typeof liveField>;

const changes = z.record(z.string(), z.object({ before: liveValue.nullable(), after: liveValue.nullable() }));
export type LiveChanges = z.infer<typeof changes>;
export const liveChanges = changes;

export const liveSettingChange = z
  .object({
    id: z.number().int(),
    actor_kind: z.enum(["human", "agent"]),
    actor: z.string(),
    live_conversation_id: z.number().int().nullable(),
    /** By setting; `guidance` is one of them. */
    changes,
    created_at: z.string(),
  })
  .meta({ id: "LiveSettingChange" });
export type LiveSettingChange = z.infer<typeof liveSettingChange>;

export const liveSettings = z
  .object({
    /** The value in force of every setting. */
    settings: z.record(z.string(), liveValue),
    /** The settings that are away from their default. */
    overrides: z.array(z.string()),
    guidance: z.string(),
    updated_at: z.string().nullable(),
    updated_by: z.string().nullable(),
    fields: z.array(liveField),
    guidance_max_length: z.number().int(),
    /** The newest 30, newest first. */
    history: z.array(liveSettingChange),
  })
  .meta({ id: "LiveSettings" });
export type LiveSettings = z.infer<typeof liveSettings>;

export const changedLiveSettings = liveSettings.extend({ changed: z.array(z.string()), summary: z.string() });
export type ChangedLiveSettings = z.infer<typeof changedLiveSettings>;

/** Settings by their key; the service checks names and values and reports every problem at once. */
export const liveSettingsPatch = z.looseObject({
  guidance: z.string().nullish(),
  append_guidance: z.string().nullish(),
});

export const liveSettingOperations = {
  getLiveSettings: operation({
    id: "getLiveSettings",
    method: "get",
    path: "/live/settings",
    source: "E101",
    summary: "The settings of live conversations",
    callers: ["api", "native"],
    response: liveSettings,
  }),
  changeLiveSettings: operation({
    id: "changeLiveSettings",
    method: "patch",
    path: "/live/settings",
    source: "E102",
    summary: "Change settings of live conversations, all or none",
    callers: ["human"],
    body: liveSettingsPatch,
    response: changedLiveSettings,
    errors: [403],
  }),
  resetLiveSettings: operation({
    id: "resetLiveSettings",
    method: "post",
    path: "/live/settings/reset",
    source: "E103",
    summary: "Give every setting its default; the guidance stays",
    callers: ["human"],
    response: liveSettings,
    errors: [403],
  }),
  restoreLiveGuidance: operation({
    id: "restoreLiveGuidance",
    method: "post",
    path: "/live/settings/changes/{id}/restore_guidance",
    source: "E104",
    summary: "Restore the guidance as it was before a change",
    callers: ["human"],
    params: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
    response: liveSettings,
    errors: [403, 404],
  }),
} as const;

export const providerKeyState = z
  .object({
    /** Where the provider's key comes from; null without one. */
    source: z.enum(["environment", "board"]).nullable(),
  })
  .meta({ id: "LiveProviderKey" });
export type ProviderKeyState = z.infer<typeof providerKeyState>;

export const liveKeyOperations = {
  getLiveKey: operation({
    id: "getLiveKey",
    method: "get",
    path: "/live/key",
    summary: "Where the key of live conversations comes from",
    callers: ["board"],
    response: providerKeyState,
  }),
  setLiveKey: operation({
    id: "setLiveKey",
    method: "put",
    path: "/live/key",
    summary: "Store the provider's key for live conversations, encrypted",
    callers: ["board"],
    body: z.object({ key: z.string().trim().min(1).max(500) }),
    response: providerKeyState,
    errors: [409],
  }),
  removeLiveKey: operation({
    id: "removeLiveKey",
    method: "delete",
    path: "/live/key",
    summary: "Forget the stored key of live conversations",
    callers: ["board"],
    response: providerKeyState,
    errors: [409],
  }),
} as const;
