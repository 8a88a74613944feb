import { z } from "zod";
import { defineJob, defineRecurringJob, noPayload } from "../../../jobs/definition.ts";
import { sessionEvents, systemEvent } from "./model.ts";

const sessionEvent = z.object({
  conditionId: z.number(),
  sessionId: z.number(),
  /** The event; stored jobs have it under this name. */
  news: z.enum([...sessionEvents, "session_deleted"]),
  /** How often the session had needed input by then; stored jobs have it under this name. */
  rest: z.number(),
  title: z.string(),
  sentence: z.string(),
});
export type SessionEventPayload = z.output<typeof sessionEvent>;

/** Reports an event of one session to one trigger condition that waits for it. */
export const sessionEventJob = defineJob("trigger.news", sessionEvent, { lane: "triggers" });

/** Fires one trigger for an event of the service. */
export const systemEventJob = defineJob(
  "trigger.system_event",
  z.object({
    conditionId: z.number(),
    event: systemEvent,
    sentence: z.string(),
    variables: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  { lane: "triggers" },
);

/** Schedules are looked at after this at the latest. */
export const sweepBackstopMs = 60_000;

/** Fires the schedules whose time has come; runs again when the next one is due. */
export const sweepSchedulesJob = defineRecurringJob("trigger.schedules", {
  lane: "triggers",
  everyMs: sweepBackstopMs,
});

/** The same for a schedule that got a time before the next look. */
export const scheduleSoonJob = defineJob("trigger.schedule_soon", noPayload, { lane: "triggers" });

/** Starts a session for something that a watcher saw, and is run again while it cannot. */
export const deliverSightingJob = defineJob("trigger.sighting", z.object({ id: z.number() }), {
  lane: "triggers",
});
