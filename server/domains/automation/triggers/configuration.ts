import { z } from "zod";
import { sentenceOn, whatIsWrong } from "../../../http/sentences.ts";
import { invalid } from "../../../lib/errors.ts";
import { isTimeZone, readWallClock, zonedInstant } from "../../../lib/wall-clock.ts";
import { triggerRefusal } from "./errors.ts";
import {
  type ConditionKind,
  chatEvents,
  conditionKinds,
  missedRunRules,
  scheduleUnits,
  sessionEvents,
  systemEvents,
  weekDays,
} from "./model.ts";
import { kindOf } from "./rules.ts";

const zone = z
  .string()
  .max(100)
  .default("UTC")
  .refine(isTimeZone, "must be a name from the IANA database, such as Europe/Berlin");
const repositories = z
  .array(
    z
      .string()
      .max(200)
      .regex(/^(?!\.+\/)[\w.-]+\/(?!\.+$)[\w.-]+$/, {
        error: ({ input }) => `Write a repository as owner/name, not "${String(input)}"`,
      }),
  )
  .min(1)
  .max(20);
const words = z.array(z.string().trim().min(1).max(200)).max(100);

/** What happens to runs that came while the service was not running; `run_once` if it is not set. */
const missedRuns = z.enum(missedRunRules).optional();

const recurringSchedule = z
  .object({
    interval: z.number().int().min(1).max(10_000),
    unit: z.enum(scheduleUnits),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Write time as HH:MM")
      .nullish(),
    day_of_week: z.enum(weekDays).nullish(),
    timezone: zone,
    missed_runs: missedRuns,
  })
  .refine(({ unit, time }) => unit === "minutes" || unit === "hours" || typeof time === "string", {
    message: "A schedule in days or weeks needs a time",
  })
  .refine(({ unit, day_of_week }) => unit !== "weeks" || typeof day_of_week === "string", {
    message: "A schedule in weeks needs a day_of_week",
  });

/** Wall-clock time in the zone, stored with seconds; a trailing Z is accepted when the zone is UTC. */
const oneTimeSchedule = z
  .object({ scheduled_at: z.string().max(100), timezone: zone, missed_runs: missedRuns })
  .transform(({ scheduled_at, ...given }) => ({
    scheduled_at: withSeconds(scheduled_at, given.timezone),
    ...given,
  }))
  .refine(({ scheduled_at }) => readWallClock(scheduled_at).kind === "wall", {
    message: "Write scheduled_at as YYYY-MM-DDTHH:MM, without an offset",
  });

function withSeconds(text: string, timezone: string): string {
  const trimmed = text.trim();
  const naive = /^(?:Etc\/)?UTC$/i.test(timezone) ? trimmed.replace(/Z$/i, "") : trimmed;
  return /T\d\d:\d\d$/i.test(naive) ? `${naive}:00` : naive;
}

const aoEvent = z
  .object({
    event_name: z.enum([...sessionEvents, "account_needs_reauth"]),
    watched_session_id: z.number().int().positive().nullish(),
  })
  .refine(
    ({ event_name, watched_session_id }) =>
      event_name !== "account_needs_reauth" || typeof watched_session_id !== "number",
    { message: "account_needs_reauth is about an account, so it takes no watched_session_id" },
  );

const threadEvents: ReadonlySet<string> = new Set(["new_message", "bot_mention"]);

const chat = z
  .object({
    channel_id: z.string().max(100).nullish(),
    channel_name: z.string().max(200).nullish(),
    event_type: z.enum(chatEvents).default("new_message"),
    thread_ts: z.string().max(100).nullish(),
    /** Without any, the members of the bot's own workspace may fire it (X57). */
    allowed_user_ids: words.optional(),
    allow_everyone: z.boolean().optional(),
  })
  .refine(({ event_type, channel_id }) => event_type !== "new_message" || Boolean(channel_id), {
    message: "A condition for new messages needs a channel_id",
  })
  .refine(({ thread_ts, channel_id }) => !thread_ts || Boolean(channel_id), {
    message: "thread_ts needs a channel_id",
  })
  .refine(({ thread_ts, event_type }) => !thread_ts || threadEvents.has(event_type), {
    message: "thread_ts goes with new_message and bot_mention only",
  })
  .refine(({ allow_everyone, allowed_user_ids = [] }) => !allow_everyone || allowed_user_ids.length === 0, {
    message: "Send allowed_user_ids or allow_everyone, not both",
  });

/** Unknown keys are dropped, so that a caller cannot set what a poller remembers. */
const shapes: Record<Exclude<ConditionKind, "schedule">, z.ZodType<Record<string, unknown>>> = {
  ao_event: aoEvent,
  chat,
  chat_bridge: z.object({
    chat_id: z.string().trim().min(1).max(200),
    chat_name: z.string().max(200).nullish(),
    mode: z.enum(["listen", "addressed"]).default("listen"),
    keywords: words.optional(),
    include_from_me: z.boolean().default(false),
  }),
  code_host_label: z.object({
    repos: repositories,
    target: z.enum(["pull_request", "issue"]).default("pull_request"),
    labels: words.min(1),
  }),
  code_host_issue: z.object({ repos: repositories, exclude_labels: words.optional() }),
  /** Checks that fail on the newest commit of a branch, once for each commit. */
  code_host_check: z.object({
    repos: repositories,
    branch: z
      .string()
      .trim()
      .max(200)
      .regex(/^(?!.*(?:\.\.|\/\/|@\{))[\w.][\w./@+#-]*$/, "Write the name of a branch, such as main")
      .default("main"),
  }),
  system_event: z.object({ event_name: z.enum(systemEvents) }),
};

/** The configuration to store; throws a refusal that says what is wrong. */
export function readConfiguration(
  conditionType: string,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kind = kindOf(conditionType);
  if (kind === undefined) {
    const valid = Object.values(conditionKinds).flat().join(", ");
    throw triggerRefusal("condition_type_unknown", { value: conditionType, valid });
  }
  const parsed = shapeOf(kind, given).safeParse(given, { error: whatIsWrong });
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => `${conditionType}: ${sentenceOn(issue)}`));
}

function shapeOf(kind: ConditionKind, given: Readonly<Record<string, unknown>>) {
  if (kind !== "schedule") return shapes[kind];
  return given["scheduled_at"] === undefined ? recurringSchedule : oneTimeSchedule;
}

/** Epoch ms of a one-time schedule; null for anything else. */
export function scheduledInstant(configuration: Readonly<Record<string, unknown>>): number | null {
  const { scheduled_at: at, timezone } = configuration;
  if (typeof at !== "string" || typeof timezone !== "string") return null;
  const clock = readWallClock(at);
  return clock.kind === "wall" ? zonedInstant(clock.asUtcMs, timezone) : null;
}
