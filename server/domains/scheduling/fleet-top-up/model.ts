import { z } from "zod";
import { operation } from "../../../http/model.ts";

const minutes = (most: number) => z.number().int().min(1).max(most);

/** The owner's rules for how idle capacity is filled. */
export const topUpKnobs = z.object({
  /** Fewer sessions at work than this leave room. */
  max_running_sessions: z.number().int().min(1).max(100),
  /** How long there has to be room. */
  idle_minutes: minutes(1_440),
  min_fire_interval_minutes: minutes(10_080),
  /** The interval while the backlog has nothing to start. */
  quiet_backlog_interval_minutes: minutes(10_080),
  /** Starts items of the work backlog by itself; triggers that wait for the event start either way. */
  starts_backlog: z.boolean().default(true),
});
export type TopUpKnobs = z.infer<typeof topUpKnobs>;

export const defaultTopUpKnobs: TopUpKnobs = {
  max_running_sessions: 3,
  idle_minutes: 5,
  min_fire_interval_minutes: 60,
  quiet_backlog_interval_minutes: 240,
  starts_backlog: true,
};

export const topUpStates = [
  "at_ceiling",
  "vetoed",
  "clock_not_started",
  "inside_threshold",
  "latched",
  "cooling_down",
  "nothing_to_start",
  "due",
] as const;
export type TopUpStateName = (typeof topUpStates)[number];

const instantOrNull = z.string().nullable();

export const fleetTopUp = z
  .object({
    ...topUpKnobs.shape,
    state: z.enum(topUpStates),
    on_a_worker: z.number().int(),
    awaiting_a_worker: z.number().int(),
    /** Waiting for a wake. */
    asleep: z.number().int(),
    /** How many more sessions would work. */
    headroom: z.number().int(),
    /** Items of the backlog that could be started. */
    startable_items: z.number().int(),
    under_ceiling_since: instantOrNull,
    last_fired_at: instantOrNull,
    next_fire_at: instantOrNull,
    /** How often it can happen, in words. */
    cadence: z.object({ fires: z.string(), quiet: z.string() }),
    sentence: z.string(),
  })
  .meta({ id: "FleetTopUp" });
export type FleetTopUp = z.infer<typeof fleetTopUp>;

/** E115. Ranges are checked as a whole, so that nothing is stored unless everything is valid. */
export const topUpPatch = z.object({
  max_running_sessions: z.number().optional(),
  idle_minutes: z.number().optional(),
  min_fire_interval_minutes: z.number().optional(),
  quiet_backlog_interval_minutes: z.number().optional(),
  starts_backlog: z.boolean().optional(),
});
export type TopUpPatch = z.infer<typeof topUpPatch>;

export const topUpOperations = {
  changeFleetTopUp: operation({
    id: "changeFleetTopUp",
    method: "patch",
    path: "/inference/fleet_top_up",
    source: "E115",
    summary: "Change how idle capacity is filled",
    callers: ["human"],
    body: topUpPatch,
    invalidLabel: "Invalid fleet top-up",
    response: z.object({ changed: z.array(z.string()), fleet_top_up: fleetTopUp }),
  }),
} as const;
