import { z } from "zod";
import { schedulingClass } from "../sessions/model.ts";

export const waitingReason = z
  .object({
    mechanism: z.enum(["spot_hold", "spot_pause", "auth_outage_park", "turn_queued"]),
    label: z.string(),
    /** Since when; null where nobody wrote it down. */
    at: z.string().nullable(),
    /** True for exactly one of them. */
    current: z.boolean(),
    /** Overdue beside another reason: this one starts nothing any more. */
    demoted: z.boolean(),
  })
  .meta({ id: "WaitingReason" });
export type WaitingReason = z.infer<typeof waitingReason>;

const label = z.string();

/** What a person can do about it; `kind` names the operation, the rest is what to send. */
export const bannerAction = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("update_scheduling_class"), label, scheduling_class: schedulingClass }),
  z.object({ kind: z.literal("force_start"), label, expected_victim_id: z.number().int() }),
  /** A prompt to begin with; null leaves the words to the person. */
  z.object({ kind: z.literal("follow_up"), label, prompt: z.string().nullable() }),
  z.object({ kind: z.literal("open_in_browser"), label, path: z.string() }),
]);
export type BannerAction = z.infer<typeof bannerAction>;

/** By how much it matters, the weightiest first. */
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
  })
  .meta({ id: "WaitingBanner" });
export type Banner = z.infer<typeof banner>;

export const waiting = z
  .object({ reasons: z.array(waitingReason), banners: z.array(banner) })
  .meta({ id: "Waiting" });
export type Waiting = z.infer<typeof waiting>;

/** Why a session does not move, as a row of the board has room for it. */
export const glance = banner
  .pick({ key: true, action: true })
  .extend({
    label,
    /** When it goes on by itself; null where it does not, or nobody knows. */
    until: z.string().nullable(),
  })
  .meta({ id: "WaitingGlance" });
export type Glance = z.infer<typeof glance>;
