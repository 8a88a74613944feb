import type { ConditionForm, ConditionShape, Settings } from "../condition-fields.ts";
import { text } from "./text.ts";

const words = text.sentence;

const missing = (settings: Settings, name: string): string => {
  const value = (settings[name] ?? "").trim();
  return value === "" ? "…" : value;
};

const lookUp = (known: Readonly<Record<string, string>>, name: string): string => known[name] ?? name;

const scheduled = ({ interval, unit, time, day_of_week, timezone = "" }: Settings): string => {
  const often = words.every(interval ?? "", unit ?? "");
  const day = unit === "weeks" ? words.onDay(day_of_week ?? "") : "";
  const at = unit === "days" || unit === "weeks" ? words.at(time ?? "", timezone) : "";
  return `${often}${day}${at}`;
};

const isChatEvent = (name: string): name is keyof typeof words.chatEvents => name in words.chatEvents;

function chatSentence(settings: Settings): string {
  const { event_type: given = "", who } = settings;
  const event = isChatEvent(given) ? given : "new_message";
  const what = words.chatEvents[event];
  const from =
    who === "listed" ? missing(settings, "allowed_user_ids") : words.who[who === "everyone" ? who : "known"];
  if (event === "dm_message") return words.written(what, from, "");
  return words.written(
    what,
    from,
    `${placeOf(event, settings)}${settings["thread_ts"] ? words.inThread : ""}`,
  );
}

function placeOf(event: string, settings: Settings): string {
  const channel = (settings["channel_name"] ?? "") || (settings["channel_id"] ?? "");
  if (channel !== "" || event === "new_message") return words.inChannel(channel || "…");
  return event === "bot_mention" ? words.everywhere : words.everyChannel;
}

const sentences: Record<ConditionShape, (settings: Settings) => string> = {
  recurring: scheduled,
  once: (settings) =>
    words.once(missing(settings, "scheduled_at").replace("T", " "), settings["timezone"] ?? ""),
  ao_event({ event_name = "", watched_session_id = "" }) {
    const happened = lookUp(words.sessionEvents, event_name);
    if (event_name === "account_needs_reauth") return words.account;
    return watched_session_id === ""
      ? words.anySession(happened)
      : words.oneSession(watched_session_id, happened);
  },
  chat: chatSentence,
  chat_bridge(settings) {
    const chat = (settings["chat_name"] ?? "") || missing(settings, "chat_id");
    return settings["mode"] === "addressed" ? words.addressed(chat) : words.said(chat);
  },
  code_host_label: (settings) =>
    words.labeled(
      settings["target"] === "issue" ? words.issue : words.pullRequest,
      missing(settings, "repos"),
      missing(settings, "labels").replaceAll(/,\s*/g, words.or),
    ),
  code_host_issue(settings) {
    const except = (settings["exclude_labels"] ?? "").trim();
    return words.opened(missing(settings, "repos"), except);
  },
  code_host_check: (settings) =>
    words.failed((settings["branch"] ?? "").trim() || "main", missing(settings, "repos")),
  system_event: ({ event_name = "" }) => lookUp(words.systemEvents, event_name),
};

/** A condition as it stands in the form, as a sentence; what is not filled in yet is an ellipsis. */
export const sentenceOf = ({ shape, settings }: Pick<ConditionForm, "shape" | "settings">): string =>
  sentences[shape](settings);

const item = ["link", "title", "text", "author", "repo", "number", "labels", "event"];

/** The placeholders that each kind of condition fills in, the ones to use first. */
const filled: Readonly<Record<ConditionShape, readonly string[]>> = {
  recurring: ["date", "time"],
  once: ["date", "time"],
  ao_event: ["event", "title", "link"],
  chat: ["text", "author", "channel", "link", "event"],
  chat_bridge: ["text", "author", "channel", "event"],
  code_host_label: item,
  code_host_issue: item,
  code_host_check: ["link", "title", "text", "repo", "event"],
  system_event: ["event"],
};

export const filledBy = (conditions: readonly Pick<ConditionForm, "shape">[]): string[] => [
  ...new Set(conditions.flatMap(({ shape }) => filled[shape])),
];
