import type { ConditionKind } from "./model.ts";
import { kindOf, type StoredCondition } from "./rules.ts";

type Settings = StoredCondition["configuration"];

const text = (settings: Settings, key: string): string => {
  const value = settings[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

const list = (settings: Settings, key: string): string => {
  const value = settings[key];
  return Array.isArray(value) ? value.join(", ") : "";
};

const eventWords: Readonly<Record<string, string>> = {
  session_needs_input: "needs input",
  session_failed: "fails",
  session_archived: "is archived",
  quota_available: "When quota is available again",
  no_sessions_in_progress: "When no sessions are in progress",
};

/** What a condition on one session waits for, such as "session #7 fails". */
export const awaited = (settings: Settings): string =>
  `session #${text(settings, "watched_session_id")} ${eventWords[text(settings, "event_name")] ?? text(settings, "event_name")}`;

const describers: Record<ConditionKind, (settings: Settings) => string> = {
  schedule: describeSchedule,
  ao_event(settings) {
    const event = text(settings, "event_name");
    if (event === "account_needs_reauth") return "When an account needs to sign in again";
    return text(settings, "watched_session_id") === ""
      ? `When any autonomous session ${eventWords[event] ?? event}`
      : `When ${awaited(settings)}, once`;
  },
  chat(settings) {
    const channel = text(settings, "channel_name") || text(settings, "channel_id");
    const where = channel === "" ? "every channel" : `#${channel.replace(/^#/, "")}`;
    const what = text(settings, "event_type").replaceAll("_", " ");
    const thread = text(settings, "thread_ts");
    return `Chat: ${what} in ${thread === "" ? where : `thread ${thread} of ${where}`}`;
  },
  chat_bridge(settings) {
    const chat = text(settings, "chat_name") || text(settings, "chat_id");
    return settings["mode"] === "addressed"
      ? `Chat bridge: when addressed in ${chat}`
      : `Chat bridge: ${chat}`;
  },
  code_host_label: (settings) =>
    `When a ${text(settings, "target").replace("_", " ")} in ${list(settings, "repos")} has the label ${list(settings, "labels").replaceAll(", ", " or ")}`,
  code_host_issue(settings) {
    const left = list(settings, "exclude_labels");
    return `When an issue is opened in ${list(settings, "repos")}${left === "" ? "" : `, unless it is labelled ${left}`}`;
  },
  system_event: (settings) => eventWords[text(settings, "event_name")] ?? "A system event",
};

function describeSchedule(settings: Settings): string {
  const zone = text(settings, "timezone");
  const at = text(settings, "scheduled_at");
  if (at !== "") return `Once at ${at.replace("T", " ")} (${zone})`;
  const interval = text(settings, "interval");
  const unit = text(settings, "unit");
  const often = interval === "1" ? `Every ${unit.replace(/s$/, "")}` : `Every ${interval} ${unit}`;
  const day = unit === "weeks" ? ` on ${text(settings, "day_of_week")}` : "";
  const time = text(settings, "time");
  const dated = unit === "days" || unit === "weeks";
  return dated ? `${often}${day} at ${time} (${zone})` : often;
}

/** A condition as a sentence. */
export function describeCondition({ conditionType, configuration }: StoredCondition): string {
  const kind = kindOf(conditionType);
  return kind === undefined ? conditionType : describers[kind](configuration);
}
