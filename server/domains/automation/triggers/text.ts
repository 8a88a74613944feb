import type { Pagination } from "../../../http/model.ts";
import { plainTitle, type ReportedEvent } from "./event-rules.ts";
import type { ConditionKind } from "./model.ts";
import { kindOf, type StoredCondition, type WakeProblem } from "./rules.ts";

type Settings = StoredCondition["configuration"];

interface Reclassification {
  trigger: string;
  from: string | null;
  to: string | null;
  who: string;
}

/** Without what ends it, for a sentence that goes on. */
const firstLine = (detail: string): string => (detail.split("\n", 1)[0] ?? "").replace(/[\s.]+$/, "");

/** The words of triggers: notes, warnings, errors that are kept, and what agents are sent. */
export const text = {
  reclassified: ({ trigger, from, to, who }: Reclassification): string =>
    `Scheduling class changed from ${from ?? "that of its origin"} to ${to ?? "that of its origin"} by ${who}, with the class of the trigger "${trigger}"`,

  theService: "the service",

  sender: (trigger: string) => `trigger "${trigger}"`,
  invoked: (id: number, how: "started" | "continued") =>
    how === "started" ? `Session ${id} was created` : `Session ${id} was continued`,
  burstInvoked: (id: number) =>
    `The trigger fired too often, so session ${id} was created to find out why; your prompt was not sent`,
  rootMissing: (root: string) =>
    `There is no agent root named "${root}" in the catalog; the trigger cannot start sessions until it is added`,

  unfilled: (names: readonly string[]) =>
    `Only Invoke and the API's variables fill in ${names.map((name) => `{{${name}}}`).join(", ")}. When a condition fires the trigger, the agent reads the placeholder itself`,

  goalLost: (trigger: string) =>
    `The trigger "${trigger}" did not set its goal, because that goal has left the catalog`,
  goalSet: (trigger: string, before: string | null) =>
    `The trigger "${trigger}" set the goal. The goal before: ${before ?? "none"}`,
  failed: (trigger: string, reason: string) => `The trigger "${trigger}" failed: ${reason}`,
  startedFailed: (id: number, detail: string | null) =>
    `Session ${id} failed${detail === null ? "" : `: ${firstLine(detail)}`}. It does not run again by itself`,
  startedBy: (trigger: string, summary: string) =>
    `This session was started by the trigger "${trigger}"${summary === "" ? "" : ` for: ${summary}`}. The trigger does not start another one for it`,
  givenUp: "It could not start for a day, so it was given up",
  openedByOwn: (id: number) =>
    `Session ${id} opened this issue, and it came from this trigger, so that does not start another one`,
  turnedOff: "The trigger was turned off before it could start",
  firstLost: "The first message of its burst started nothing",
  missed: "The machine was asleep, or the service was not running",
  staysDue: (why: string) => `${why}. This run stays due until then`,
  heldBack: "The trigger had fired too often. One run made up for all that came due in that time",
  scheduleMissed: (schedule: string) =>
    `The time of this schedule passed while the service was not running, and missed runs are skipped: ${schedule}`,
  waitEnded: (sentence: string) => `${sentence}, so the event that this trigger waits for cannot happen`,
  wakeCanceled: (sentence: string) => `${sentence}, so a wake that waited for it was canceled`,
  wakeUndelivered: (id: number) => `Session ${id} has failed and could not be woken`,

  /** A clause that ends in a whole sentence; the wake adds the period. */
  wakeReason: (sentence: string) => `the wake you asked for. ${sentence}`,
  lostWakeReason: (sentence: string) =>
    `a wake you asked for can no longer come. ${sentence}, and no other wake is set`,
  lostWakePrompt: (prompt: string) => `The prompt of that wake was:\n\n${prompt}`,
  wakeSet: [
    "End your turn now: the session sleeps until the wake comes.",
    "If a turn is running at that time, the prompt is queued and runs after it.",
    "The wake comes once. When any wake of the session fires, its other wakes end too: set the ones you still need again.",
  ].join(" "),

  noneFound: "No triggers found.",
  found: ({ total_count: total, page, total_pages: pages }: Pagination): string =>
    `Found ${total === 1 ? "1 trigger" : `${total} triggers`} (page ${page} of ${pages}):`,
  noChannels: "The chat platform shows no channel to this service.",
  channelsUnknown: (why: string): string => `Not known: ${why}.`,
  trial: {
    noMatch: "The sample is about something else, so the condition does nothing",
    slot: "A run of the schedule",
    why: {
      pending: (id?: number): string =>
        id === undefined
          ? "A session of this trigger would still be in progress"
          : `Session ${id} of this trigger is still in progress`,
      busy: (): string => "Its session would be in the middle of a turn, and messages are not queued",
      first_lost: (): string => "The message that it follows starts nothing",
      burst: (): string => "There are more sessions than the trigger may start in a minute",
    },
    again: "it would be tried again later",
    notKept: "What happened of this kind is not kept, so it cannot be tried with the last day",
  },
  folded: "[Signalbox] This was written there shortly after:",
  moreFolded: (count: number): string => `+${count} more`,
  noSummary: "Something happened outside",
};

export const wakeProblemSentence = ({ sessionId, status }: WakeProblem): string =>
  `Session ${sessionId} ${status === null ? "was deleted" : `is ${status}`}, so it will not be woken`;

/** The prompt of a burst's one session. */
export function burstNotice(of: {
  name: string;
  cap: number;
  sessions: readonly string[];
  quote: string;
}): string {
  const listed = of.sessions.map((session) => `- ${session}`);
  return [
    `[Signalbox] This is an automatic message, not a person. The trigger "${of.name}" fired more than ${of.cap} times within a minute.`,
    "It starts nothing more until five minutes have passed without a fire over that limit. Find out what makes it fire so often and report it; do not work on the items themselves.",
    ...(listed.length > 0 ? ["Sessions it started in that minute:", ...listed] : []),
    "The prompt that was held back begins:",
    of.quote,
  ].join("\n\n");
}

const eventWords: Record<ReportedEvent, string> = {
  session_needs_input: "needs input",
  session_failed: "failed",
  session_archived: "was archived",
  session_deleted: "was deleted",
};

/** Such as "Session #7 (Count the pears) needs input". */
export function eventSentence({ id, title }: { id: number; title: string | null }, event: ReportedEvent) {
  const name = title === null ? "" : plainTitle(title);
  return `Session #${id} ${name === "" ? "" : `(${name}) `}${eventWords[event]}`;
}

const conditionWords: Readonly<Record<string, string>> = {
  session_needs_input: "needs input",
  session_failed: "fails",
  session_archived: "is archived",
  quota_available: "When quota is available again",
  no_sessions_in_progress: "When there is room for more sessions",
};

const one = (settings: Settings, key: string): string => {
  const value = settings[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

const several = (settings: Settings, key: string, joint = ", "): string => {
  const value = settings[key];
  return Array.isArray(value) ? value.join(joint) : "";
};

/** What a condition on one session waits for, such as "session #7 fails". */
export const awaited = (settings: Settings): string =>
  `session #${one(settings, "watched_session_id")} ${conditionWords[one(settings, "event_name")] ?? one(settings, "event_name")}`;

const describers: Record<ConditionKind, (settings: Settings) => string> = {
  schedule: describeSchedule,
  ao_event(settings) {
    const event = one(settings, "event_name");
    if (event === "account_needs_reauth") return "When an account needs to sign in again";
    return one(settings, "watched_session_id") === ""
      ? `When a session ${conditionWords[event] ?? event}`
      : `When ${awaited(settings)}, once`;
  },
  chat: describeChat,
  chat_bridge(settings) {
    const chat = one(settings, "chat_name") || one(settings, "chat_id");
    return settings["mode"] === "addressed"
      ? `When the account is addressed in the chat ${chat}`
      : `When someone writes in the chat ${chat}`;
  },
  code_host_label(settings) {
    const target = one(settings, "target") === "issue" ? "an issue" : "a pull request";
    return `When ${target} in ${several(settings, "repos")} has the label ${several(settings, "labels", " or ")}`;
  },
  code_host_issue(settings) {
    const excluded = several(settings, "exclude_labels");
    return `When an issue is opened in ${several(settings, "repos")}${excluded === "" ? "" : `, unless it has the label ${excluded}`}`;
  },
  code_host_check: (settings) =>
    `When a check fails on ${one(settings, "branch")} of ${several(settings, "repos")}`,
  system_event: (settings) => conditionWords[one(settings, "event_name")] ?? "A system event",
};

const chatWords: Readonly<Record<string, string>> = {
  new_message: "writes a message",
  bot_mention: "mentions the bot",
  dm_message: "writes to the bot directly",
  passive_listen_thread: "replies in a thread that the bot wrote in",
  passive_listen_channel: "writes after the bot wrote",
  passive_listen: "writes where the bot wrote before",
};

/** Such as "When a member of the workspace mentions the bot in #ops". */
function describeChat(settings: Settings): string {
  const event = one(settings, "event_type");
  const listed = several(settings, "allowed_user_ids", " or ");
  const known = settings["allow_everyone"] === true ? "someone" : "a member of the workspace";
  const what = `When ${listed === "" ? known : listed} ${chatWords[event] ?? event.replaceAll("_", " ")}`;
  if (event === "dm_message") return what;
  const channel = one(settings, "channel_name") || one(settings, "channel_id");
  const where = channel === "" ? "any channel" : `#${channel.replace(/^#/, "")}`;
  const direct = channel === "" && event === "bot_mention" ? " or a direct message" : "";
  const thread = one(settings, "thread_ts") === "" ? "" : "one thread of ";
  return `${what} in ${thread}${where}${direct}`;
}

function describeSchedule(settings: Settings): string {
  const zone = one(settings, "timezone");
  const at = one(settings, "scheduled_at");
  if (at !== "") return `Once at ${at.replace("T", " ")} (${zone})`;
  const interval = one(settings, "interval");
  const unit = one(settings, "unit");
  const often = interval === "1" ? `Every ${unit.replace(/s$/, "")}` : `Every ${interval} ${unit}`;
  const weekday = one(settings, "day_of_week").replace(/^./, (letter) => letter.toUpperCase());
  const day = unit === "weeks" ? ` on ${weekday}` : "";
  const time = one(settings, "time");
  const dated = unit === "days" || unit === "weeks";
  return dated ? `${often}${day} at ${time} (${zone})` : often;
}

/** A condition as a sentence. */
export function describeCondition({ conditionType, configuration }: StoredCondition): string {
  const kind = kindOf(conditionType);
  return kind === undefined ? conditionType : describers[kind](configuration);
}
