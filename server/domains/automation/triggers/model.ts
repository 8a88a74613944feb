import { z } from "zod";
import { noContent, operation, pageQuery, pagination } from "../../../http/model.ts";
import { confirmed } from "../../owner/confirmations/model.ts";
import { promptText, schedulingClass } from "../../sessions/sessions/model.ts";
import { sandboxLevel } from "../../workspace/sandboxes/model.ts";
import { historyEntry } from "./history-model.ts";
import { schedulePreview, triggeredSession } from "./result-model.ts";
import { trial, trialRequest, triedCondition } from "./trial-model.ts";

export type { HistoryCause, HistoryEntry, HistoryOutcome } from "./history-model.ts";
export type { SchedulePreview, TriggeredSession } from "./result-model.ts";
export { missedRunRules, scheduleUnits, weekDays } from "./schedule-model.ts";
export type { Trial, TrialRequest } from "./trial-model.ts";
export { chatIdVariables, clockVariables, outsideVariables } from "./variable-model.ts";

export const triggerStatus = z.enum(["enabled", "disabled", "failed"]);
export type TriggerStatus = z.infer<typeof triggerStatus>;

/** Each kind of condition with its names; the one that the caller used is kept (X16). */
export const conditionKinds = {
  schedule: ["schedule"],
  ao_event: ["ao_event"],
  chat: ["chat", "slack"],
  chat_bridge: ["chat_bridge", "whatsapp"],
  code_host_label: ["code_host_label", "github_label"],
  code_host_issue: ["code_host_issue", "github_issue"],
  code_host_check: ["code_host_check", "github_check"],
  system_event: ["system_event"],
} as const;
export type ConditionKind = keyof typeof conditionKinds;

/** The events of sessions that a condition can wait for. */
export const sessionEvents = ["session_needs_input", "session_failed", "session_archived"] as const;
export const sessionEvent = z.enum(sessionEvents);
export type SessionEventName = z.infer<typeof sessionEvent>;
export const chatEvents = [
  "new_message",
  "bot_mention",
  "dm_message",
  "passive_listen_thread",
  "passive_listen_channel",
  "passive_listen",
] as const;
export const systemEvents = ["quota_available", "no_sessions_in_progress"] as const;
/** What the service reports about itself; the last one is a condition of the type `ao_event`. */
export const systemEvent = z.enum([...systemEvents, "account_needs_reauth"]);
export type SystemEventName = z.infer<typeof systemEvent>;

const settings = z.record(z.string(), z.unknown());

const conditionSettings = settings.meta({
  description:
    "What depends on the condition_type. Of a chat condition: channel_id, event_type, thread_ts, and who may fire it. That is the members of the bot's own workspace, without guests and people of other workspaces in shared channels; allowed_user_ids (a list of member IDs) narrows it to those, and allow_everyone: true widens it to everyone in the channel. Messages that are ignored for this reason are in the trigger's history.",
});

export const triggerCondition = z
  .object({
    id: z.number().int(),
    condition_type: z.string(),
    configuration: settings,
    /** The same as a sentence. */
    description: z.string(),
    /** Why it does not fire by itself at present; null if it does. */
    problem: z.string().nullable(),
    /** When a schedule fires next. */
    next_fire_at: z.string().nullable(),
    last_triggered_at: z.string().nullable(),
    last_polled_at: z.string().nullable(),
  })
  .meta({ id: "TriggerCondition" });
export type TriggerCondition = z.infer<typeof triggerCondition>;

/** With an id it changes that condition; without one it adds a condition. */
const conditionInput = z.object({
  id: z.number().int().positive().nullish(),
  condition_type: z.string().max(100).optional(),
  configuration: conditionSettings.optional(),
  _destroy: z.union([z.boolean(), z.string(), z.number()]).optional(),
});
export type ConditionInput = z.infer<typeof conditionInput>;

const names = z.array(z.string());

export const trigger = z
  .object({
    id: z.number().int(),
    name: z.string(),
    status: triggerStatus,
    failed_at: z.string().nullable(),
    last_error: z.string().nullable(),
    agent_root_name: z.string(),
    agent_root_missing_from_catalog: z.boolean(),
    /** By list, each name with the time it was first found missing. */
    unresolved_catalog_references: z.record(z.string(), z.record(z.string(), z.string())),
    prompt_template: z.string(),
    goal: z.string().nullable(),
    reuse_session: z.boolean(),
    enqueue_messages: z.boolean(),
    resuscitate_archived: z.boolean(),
    skip_if_pending_session: z.boolean(),
    skip_if_pending_session_inert: z.boolean(),
    last_session_id: z.number().int().nullable(),
    max_sessions_per_minute: z.number().int().nullable(),
    bursting: z.boolean(),
    coalesce_window_seconds: z.number().int().nullable(),
    effective_coalesce_window_seconds: z.number().int(),
    coalesce_window_inert: z.boolean(),
    scheduling_class: schedulingClass.nullable(),
    effective_scheduling_class: schedulingClass,
    precedence: z.number().int().nullable(),
    /** The least that the sandbox of its sessions is; null for what their repository gets. */
    sandbox: sandboxLevel.nullable(),
    mcp_servers: names,
    catalog_skills: names,
    catalog_hooks: names,
    catalog_plugins: names,
    conditions: z.array(triggerCondition),
    /** The earliest of its schedules. */
    next_fire_at: z.string().nullable(),
    /** The newest entry of its history. */
    last_outcome: historyEntry.nullable(),
    missed_fire_count: z.number().int(),
    first_missed_fire_at: z.string().nullable(),
    last_triggered_at: z.string().nullable(),
    sessions_created_count: z.number().int(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "Trigger" });
export type Trigger = z.infer<typeof trigger>;

const catalogNames = (most: number) =>
  z.array(z.string().min(1).max(200)).max(most, `At most ${most} can be selected`);
const templateText = promptText.refine((text) => text.trim() !== "", "The template is blank");

const triggerChange = z.object({
  name: z.string().trim().min(1).max(255).optional(),
  agent_root_name: z.string().trim().min(1).max(200).optional(),
  prompt_template: templateText.optional(),
  status: z.string().optional(),
  goal: z.string().nullish(),
  reuse_session: z.boolean().optional(),
  enqueue_messages: z.boolean().optional(),
  resuscitate_archived: z.boolean().optional(),
  skip_if_pending_session: z.boolean().optional(),
  last_session_id: z.number().int().positive().nullish(),
  /** Another name of `last_session_id`. */
  session_id: z.number().int().positive().nullish(),
  max_sessions_per_minute: z.number().int().min(1).max(100_000).nullish(),
  coalesce_window_seconds: z.number().int().min(0).max(3_600).nullish(),
  scheduling_class: z.string().nullish(),
  precedence: z.number().int().min(-1e9).max(1e9).nullish(),
  /** Read by the service, whose refusal names the valid levels. */
  sandbox: z.string().max(40).nullish(),
  mcp_servers: catalogNames(50).optional(),
  catalog_skills: catalogNames(100).optional(),
  catalog_hooks: catalogNames(100).optional(),
  catalog_plugins: catalogNames(50).optional(),
  trigger_conditions_attributes: z.array(conditionInput).max(100).optional(),
  /** Another name of `trigger_conditions_attributes`. */
  conditions: z.array(conditionInput).max(100).optional(),
});
export type TriggerChange = z.infer<typeof triggerChange>;

export const newTrigger = triggerChange.required({
  name: true,
  agent_root_name: true,
  prompt_template: true,
});
export type NewTrigger = z.infer<typeof newTrigger>;

const invocation = z.object({
  trigger,
  session: triggeredSession,
  /** The session reports a burst; the prompt of this call was not sent. */
  burst_notice: z.boolean(),
  message: z.string(),
});
export type Invocation = z.infer<typeof invocation>;

const one = z.object({ trigger });
const warnings = z.array(z.string()).optional();
const at = { params: z.object({ id: z.string().regex(/^\d{1,15}$/) }), errors: [404] } as const;
const callers = ["api", "native"] as const;
const templateLimit = 2 * 1024 * 1024;

/** Fixed paths come before those with an id in the same place. */
export const triggerOperations = {
  listTriggers: operation({
    id: "listTriggers",
    method: "get",
    path: "/triggers",
    source: "E55",
    summary: "List triggers, newest first",
    callers,
    query: z.object({ condition_type: z.string().optional(), status: z.string().optional(), ...pageQuery }),
    response: z.object({ triggers: z.array(trigger), pagination }),
  }),
  listTriggerChannels: operation({
    id: "listTriggerChannels",
    method: "get",
    path: "/triggers/channels",
    source: "E63",
    summary: "List the chat platform's channels that a condition can name",
    callers,
    response: z.object({
      channels: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          is_private: z.boolean(),
          num_members: z.number().int(),
        }),
      ),
    }),
    errors: [503],
  }),
  listBridgeChats: operation({
    id: "listBridgeChats",
    method: "get",
    path: "/triggers/whatsapp_chats",
    source: "E64",
    summary: "List the chat bridge's chats that a condition can name",
    callers,
    response: z.object({
      chats: z.array(z.object({ chat_id: z.string(), name: z.string(), is_group: z.boolean() })),
    }),
    errors: [503],
  }),
  previewTrigger: operation({
    id: "previewTrigger",
    method: "post",
    path: "/triggers/preview",
    summary: "Preview the prompt of a template without firing anything",
    callers: ["board"],
    body: z.object({ prompt_template: promptText, variables: z.unknown().optional() }),
    bodyLimit: templateLimit,
    response: z.object({
      prompt: z.string(),
      /** The variables from outside that the template uses. */
      variables: names,
      /** The ones it uses without `|untrusted`. */
      unfenced: names,
    }),
  }),
  previewSchedule: operation({
    id: "previewSchedule",
    method: "post",
    path: "/triggers/preview_schedule",
    summary: "Preview the next runs of a schedule",
    callers: ["board"],
    body: z.object({ configuration: settings }),
    response: schedulePreview,
  }),
  tryCondition: operation({
    id: "tryCondition",
    method: "post",
    path: "/triggers/try",
    summary: "Compare a condition with the last 24 hours, or with a sample, without firing anything",
    callers: ["board"],
    body: trialRequest,
    bodyLimit: templateLimit,
    response: trial,
    errors: [503],
  }),
  sampleCondition: operation({
    id: "sampleCondition",
    method: "post",
    path: "/triggers/sample",
    summary: "Get a payload that fires a condition, as its host would send it",
    callers: ["board"],
    body: triedCondition,
    response: z.object({
      /** Null for a condition that no host sends anything for. */
      payload: z.unknown(),
    }),
  }),
  getTrigger: operation({
    ...at,
    id: "getTrigger",
    method: "get",
    path: "/triggers/{id}",
    source: "E56",
    summary: "Get one trigger with the latest sessions it started",
    callers,
    response: z.object({
      trigger,
      recent_sessions: z.array(triggeredSession),
      /** What it saw and did, newest first. */
      history: z.array(historyEntry),
    }),
  }),
  createTrigger: operation({
    id: "createTrigger",
    method: "post",
    path: "/triggers",
    source: "E57",
    summary: "Create a trigger",
    callers,
    body: newTrigger,
    bodyLimit: templateLimit,
    response: z.object({ trigger, warnings }),
    status: 201,
  }),
  updateTrigger: confirmed(
    operation({
      ...at,
      id: "updateTrigger",
      method: "patch",
      path: "/triggers/{id}",
      source: "E58",
      summary: "Update a trigger; omitted fields keep their values",
      callers,
      body: triggerChange,
      bodyLimit: templateLimit,
      response: z.object({
        trigger,
        warnings,
        /** How many waiting sessions got the new class; only present when the class was sent. */
        reclassified_waiting_sessions: z.number().int().optional(),
      }),
    }),
    "loosen_trigger_sandbox",
    ({ params, body }) => (body.sandbox === undefined ? null : { trigger: params.id, sandbox: body.sandbox }),
  ),
  deleteTrigger: operation({
    ...at,
    id: "deleteTrigger",
    method: "delete",
    path: "/triggers/{id}",
    source: "E59",
    summary: "Delete a trigger and its conditions; its sessions are kept",
    callers,
    response: noContent,
    status: 204,
  }),
  toggleTrigger: operation({
    ...at,
    id: "toggleTrigger",
    method: "post",
    path: "/triggers/{id}/toggle",
    source: "E60",
    summary: "Turn a trigger off, or back on if it is off or failed",
    callers,
    response: one,
  }),
  toggleEnqueueMessages: operation({
    ...at,
    id: "toggleEnqueueMessages",
    method: "post",
    path: "/triggers/{id}/toggle_enqueue_messages",
    source: "E61",
    summary: "Toggle whether a fire is queued while the reused session is running",
    callers,
    response: one,
  }),
  toggleResuscitateArchived: operation({
    ...at,
    id: "toggleResuscitateArchived",
    method: "post",
    path: "/triggers/{id}/toggle_resuscitate_archived",
    source: "E62",
    summary: "Toggle whether a fire restores the reused session from the trash",
    callers,
    response: one,
  }),
  invokeTrigger: operation({
    ...at,
    id: "invokeTrigger",
    method: "post",
    path: "/triggers/{id}/invoke",
    source: "E65",
    summary: "Fire a trigger now, whatever its status",
    callers,
    body: z.object({ variables: z.unknown().optional() }),
    response: invocation,
    status: 201,
    errors: [404, 409, 429],
  }),
} as const;
