import { z } from "zod";
import { schedulingClass } from "../sessions/model.ts";

export const waitingReason = z
  .object({
    mechanism: z.enum(["spot_hold", "spot_pause", "auth_outage_park", "turn_queued"]),
    label: z.string(),
    /** When it started; null if unknown. */
    at: z.string().nullable(),
    /** True for exactly one reason. */
    current: z.boolean(),
    /** Overdue while another reason applies, so it no longer holds the session back. */
    demoted: z.boolean(),
  })
  .meta({ id: "WaitingReason" });
export type WaitingReason = z.infer<typeof waitingReason>;

const label = z.string();

/** What a person can do about it: `kind` is the operation, the other fields are its input. */
export const bannerAction = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("update_scheduling_class"), label, scheduling_class: schedulingClass }),
  z.object({ kind: z.literal("force_start"), label, expected_victim_id: z.number().int() }),
  /** The start of a prompt; null for an empty one. */
  z.object({ kind: z.literal("follow_up"), label, prompt: z.string().nullable() }),
  z.object({ kind: z.literal("open_in_browser"), label, path: z.string() }),
]);
export type BannerAction = z.infer<typeof bannerAction>;

/** The most important first. */
export const bannerKeys = [
  "quota_limit_paused",
  "auth_outage",
  "spot_hold",
  "starvation_admission",
  "queued_turn",
  "mcp_oauth_reconnect",
  "mcp_oauth_required",
  "lost_elicitation",
  "pending_wake",
] as const;
export type BannerKey = (typeof bannerKeys)[number];

export const banner = z
  .object({
    key: z.enum(bannerKeys),
    tone: z.enum(["info", "warning"]),
    headline: z.string(),
    /** Paragraphs. */
    body: z.array(z.string()),
    details: z.array(z.object({ label, value: z.string() })),
    action: bannerAction.nullable(),
    /** Of `auth_outage`: what the account lacks. `clone` of `queued_turn`: the repository could not be cloned, and no agent has begun. */
    cause: z.enum(["quota", "credential", "clone"]).optional(),
  })
  .meta({ id: "WaitingBanner" });
export type Banner = z.infer<typeof banner>;

export const waiting = z
  .object({ reasons: z.array(waitingReason), banners: z.array(banner) })
  .meta({ id: "Waiting" });
export type Waiting = z.infer<typeof waiting>;

/** Why a session is waiting, short enough for a row of the board. */
export const glance = banner
  .pick({ key: true, action: true })
  .extend({
    label,
    /** When the session resumes automatically; null if it does not or the time is unknown. */
    until: z.string().nullable(),
  })
  .meta({ id: "WaitingGlance" });
export type Glance = z.infer<typeof glance>;
