/** A message of the chat platform, as it is compared with the conditions. */
export interface ChatMessage {
  channel: string;
  isDirect: boolean;
  /** The platform's id and time. */
  ts: string;
  /** The same in epoch milliseconds, by the platform's clock. */
  at: number;
  /** The first message of the thread that it answers in; null for others. */
  thread: string | null;
  /** Shown at the top level of the channel; a reply can be both. */
  isTopLevel: boolean;
  author: {
    id: string;
    isBot: boolean;
    isMe: boolean;
    name: string | null;
    /** The message says that it comes from another workspace. */
    isElsewhere: boolean;
  };
  text: string;
  mentionsMe: boolean;
  /** The last reply, if it is the first message of a thread. */
  latestReply: string | null;
}

export interface ChatCondition {
  event: string;
  channel: string | null;
  thread: string | null;
}

/** What must be known besides the message. */
export interface Surroundings {
  /** When the bot last wrote in the thread before the message; null if it did not, or nobody knows. */
  botInThreadAt: number | null;
  /** The same for the top level of the channel. */
  botInChannelAt: number | null;
}

export const unknownSurroundings: Surroundings = { botInThreadAt: null, botInChannelAt: null };

/** How long the bot's own message at the top level makes it listen there. */
const listeningMs = 6 * 3_600_000;

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

export const chatConditionOf = (configuration: Readonly<Record<string, unknown>>): ChatCondition => ({
  event: text(configuration["event_type"]) ?? "new_message",
  channel: text(configuration["channel_id"]),
  thread: text(configuration["thread_ts"]),
});

/** Whether the condition waits for this message, whoever wrote it. */
export function isAwaited(condition: ChatCondition, message: ChatMessage, around: Surroundings): boolean {
  if (message.author.isMe) return false;
  switch (condition.event) {
    case "new_message":
      return isIn(condition, message) && (condition.thread !== null || message.isTopLevel);
    case "bot_mention":
      return isMention(condition, message);
    case "dm_message":
      return message.isDirect && !message.author.isBot;
    case "passive_listen_thread":
      return isPassive(condition, message) && isInThreadOfBot(message, around);
    case "passive_listen_channel":
      return isPassive(condition, message) && isAfterBot(message, around);
    case "passive_listen":
      return (
        isPassive(condition, message) && (isInThreadOfBot(message, around) || isAfterBot(message, around))
      );
    default:
      return false;
  }
}

const isIn = ({ channel, thread }: ChatCondition, message: ChatMessage): boolean =>
  (channel === null || message.channel === channel) && (thread === null || message.thread === thread);

/** Without a channel, everything that is said to the bot alone counts as well. */
function isMention(condition: ChatCondition, message: ChatMessage): boolean {
  if (message.author.isBot || !isIn(condition, message)) return false;
  return message.mentionsMe || (message.isDirect && condition.channel === null);
}

/** What is said to the bot is a mention; this is for the rest. */
const isPassive = (condition: ChatCondition, message: ChatMessage): boolean =>
  !message.isDirect && !message.author.isBot && !message.mentionsMe && isIn(condition, message);

const isInThreadOfBot = ({ thread }: ChatMessage, { botInThreadAt }: Surroundings): boolean =>
  thread !== null && botInThreadAt !== null;

const isAfterBot = ({ isTopLevel, at }: ChatMessage, { botInChannelAt }: Surroundings): boolean =>
  isTopLevel && botInChannelAt !== null && botInChannelAt <= at && at - botInChannelAt <= listeningMs;

/** Who may fire a condition. */
type Allowed = "listed" | "everyone" | "members";

function allowedOf(configuration: Readonly<Record<string, unknown>>): Allowed {
  const { allowed_user_ids: listed, allow_everyone: everyone } = configuration;
  if (Array.isArray(listed) && listed.length > 0) return "listed";
  return everyone === true ? "everyone" : "members";
}

/** Why an author may not fire a condition. */
type NotAllowed = "not_listed" | "not_a_member" | "member_unknown";

/** Null if the author may fire the condition; without a list, the members of the bot's own workspace may (X57). */
export function whyNotAllowed(
  configuration: Readonly<Record<string, unknown>>,
  author: { id: string; membership: "member" | "other" | "unknown" },
): NotAllowed | null {
  switch (allowedOf(configuration)) {
    case "everyone":
      return null;
    case "listed":
      return listedIn(configuration).includes(author.id) ? null : "not_listed";
    case "members":
      if (author.membership === "member") return null;
      return author.membership === "unknown" ? "member_unknown" : "not_a_member";
  }
}

const listedIn = ({ allowed_user_ids: listed }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(listed) ? listed : [];

/** As the platform numbers people and bots; nobody has another id. */
const memberId = /^[UWB][A-Z0-9]{2,}$/;

/** Why nobody at all can fire a condition; null if somebody can. */
export function whyNobody(
  configuration: Readonly<Record<string, unknown>>,
  { areUnknown }: { areUnknown: boolean },
): "no_member_id" | "members_unknown" | null {
  const allowed = allowedOf(configuration);
  if (allowed === "members") return areUnknown ? "members_unknown" : null;
  const isUsable = (id: unknown): boolean => typeof id === "string" && memberId.test(id);
  return allowed === "listed" && !listedIn(configuration).some(isUsable) ? "no_member_id" : null;
}
