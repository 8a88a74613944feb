import { z } from "zod";
import { operation } from "../../../http/model.ts";
import type { QuotaWindow } from "../../pricing/pacing/model.ts";

const percent = z.number().int().min(0).max(100);

/** The owner's rules for spot sessions. */
export const spotPolicyKnobs = z.object({
  gating_enabled: z.boolean(),
  /** The part of each window that spot sessions leave to priority sessions. */
  five_hour_reserve_pct: percent,
  weekly_reserve_pct: percent,
  max_concurrent_sessions: z.number().int().min(1).max(100),
  /** A priority session that finds every slot taken asks a spot session for its slot. */
  preemption_enabled: z.boolean().default(true),
  /** A turn that quota has held this long may run once, one at a time; 0 turns that off. */
  starvation_age_ceiling_hours: z.number().int().min(0).max(720),
});
export type SpotPolicyKnobs = z.infer<typeof spotPolicyKnobs>;

export const defaultKnobs: SpotPolicyKnobs = {
  gating_enabled: true,
  five_hour_reserve_pct: 20,
  weekly_reserve_pct: 20,
  max_concurrent_sessions: 10,
  preemption_enabled: true,
  starvation_age_ceiling_hours: 24,
};

/** The two quota windows of an account, by the name of their reserve. */
export const windowNames = ["five_hour", "weekly"] as const satisfies readonly QuotaWindow[];
export type WindowName = QuotaWindow;

/** What is known of the quota that the sessions of one runtime use. */
export interface QuotaReading {
  provider: string;
  /** Epoch ms. */
  takenAt: number;
  windows: readonly {
    name: WindowName;
    /** From 0 to 1 over all accounts; null if unknown. */
    utilization: number | null;
    /** Epoch ms; null if unknown. */
    resetsAt: number | null;
    /** In dollars; null if unknown. */
    capacity: number | null;
  }[];
}

/** In dollars per minute; null if unknown. */
export interface BurnRates {
  fleet: number | null;
  candidate: number | null;
}

export const decisionReasons = [
  "all_paused",
  "priority",
  "budget_reached",
  "gating_disabled",
  "no_snapshot",
  "at_utilization_limit",
  "fleet_at_cap",
  "within_limits",
  /** The quota could not be read, and holds nothing. */
  "unavailable",
  /** What the owner stopped could not be read, so that no turn starts. */
  "unread",
] as const;

const instantOrNull = z.string().nullable();

export const decisionWindow = z.object({
  name: z.enum(windowNames),
  utilization: z.number().nullable(),
  reserve_pct: z.number(),
  /** In dollars, or in parts of the window while its size in dollars is unknown. */
  unit: z.enum(["usd", "window"]),
  capacity: z.number(),
  reserve: z.number(),
  spot_budget: z.number(),
  remaining_spot: z.number().nullable(),
  /** What spot sessions can use per minute until the reset; null if unknown. */
  sustainable_rate: z.number().nullable(),
  /** What the running sessions and one more turn use per minute, in dollars; null if unknown. */
  projected_rate: z.number().nullable(),
  resets_at: instantOrNull,
  /** The part of the window's time that is over, 0 to 1; null if unknown. */
  elapsed: z.number().nullable(),
  passes: z.boolean(),
});

/** Whether a turn may start now, and why: the one answer that the page, the API, MCP and `waiting` show. */
export const admissionDecision = z
  .object({
    allowed: z.boolean(),
    reason: z.enum(decisionReasons),
    ceiling: z.enum(["fleet_cap", "spot_budget", "pacing_curve"]).nullable(),
    detail: z.string(),
    on_a_worker: z.number().int(),
    awaiting_a_worker: z.number().int(),
    max_concurrent_sessions: z.number().int(),
    /** What the running sessions use, in dollars per minute at list prices; null if unknown. */
    fleet_burn_rate: z.number().nullable(),
    /** What one more turn uses; null if unknown, and for a session that runs already. */
    candidate_burn_rate: z.number().nullable(),
    windows: z.array(decisionWindow),
    /** What the smaller of the windows holds, in dollars at list prices; null if unknown. */
    pool_capacity: z.number().nullable(),
    /** When the cause ends by itself, if that is known. */
    until: instantOrNull,
  })
  .meta({ id: "AdmissionDecision" });
export type AdmissionDecision = z.infer<typeof admissionDecision>;

export const spotPolicy = z
  .object({
    ...spotPolicyKnobs.shape,
    /** The same as `gating_enabled` (X28). */
    enabled: z.boolean(),
    worker_slots: z.number().int(),
    /** The owner paused everything; null if not. */
    all_paused: z.object({ at: z.string(), by: z.string() }).nullable(),
    /** More sessions are allowed than there are threads. */
    ceiling_out_of_reach: z.boolean(),
    decision: admissionDecision,
    /** Why spot sessions wait, and until when; null while none has to. */
    hold: z.object({ why: z.string(), until: z.string() }).nullable(),
    paused_count: z.number().int(),
    preempted_count: z.number().int(),
    held_count: z.number().int(),
    overdue_hold_count: z.number().int(),
    /** One sentence for each count that is not 0. */
    sentences: z.array(z.string()),
    starvation: z.object({
      age_ceiling_hours: z.number().int(),
      oldest_wait_seconds: z.number().int().nullable(),
      past_ceiling_count: z.number().int(),
      lane_session_id: z.number().int().nullable(),
      sentence: z.string(),
    }),
  })
  .meta({ id: "SpotPolicy" });
export type SpotPolicy = z.infer<typeof spotPolicy>;

/** E114. Ranges are checked as a whole, so that nothing is stored unless everything is valid. */
export const spotPolicyPatch = z.object({
  /** Another name of `gating_enabled`. */
  enabled: z.boolean().optional(),
  gating_enabled: z.boolean().optional(),
  five_hour_reserve_pct: z.number().optional(),
  weekly_reserve_pct: z.number().optional(),
  max_concurrent_sessions: z.number().optional(),
  preemption_enabled: z.boolean().optional(),
  starvation_age_ceiling_hours: z.number().optional(),
});
export type SpotPolicyPatch = z.infer<typeof spotPolicyPatch>;

/** What a policy would do to the sessions of this moment. */
export const spotPolicyPreview = z
  .object({
    decision: admissionDecision,
    /** Waiting in the spot queue now. */
    waiting: z.number().int(),
    /** Of those, how many would start. */
    releases: z.number().int(),
    /** Running spot sessions that would be paused. */
    pauses: z.number().int(),
    sentence: z.string(),
  })
  .meta({ id: "SpotPolicyPreview" });
export type SpotPolicyPreview = z.infer<typeof spotPolicyPreview>;

export const spotPolicyOperations = {
  changeSpotPolicy: operation({
    id: "changeSpotPolicy",
    method: "patch",
    path: "/inference/spot_policy",
    source: "E114",
    summary: "Change the rules for spot sessions",
    callers: ["human"],
    body: spotPolicyPatch,
    invalidLabel: "Invalid spot policy",
    response: z.object({ changed: z.array(z.string()), spot_policy: spotPolicy }),
  }),
  previewSpotPolicy: operation({
    id: "previewSpotPolicy",
    method: "post",
    path: "/inference/spot_policy/preview",
    summary: "What a change of the rules for spot sessions would start, hold and pause right now",
    callers: ["board"],
    body: spotPolicyPatch,
    invalidLabel: "Invalid spot policy",
    response: spotPolicyPreview,
  }),
} as const;
