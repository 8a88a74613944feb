import { z } from "zod";
import { plainText } from "./plain-text.ts";
import type { ChatMessage } from "./rules.ts";

/** Who the bot is. */
export interface Me {
  userId: string;
  botId: string | null;
  /** Empty if the platform does not say. */
  teamId: string;
  team: string;
  name: string;
  /** The address of the workspace, with a slash at its end. */
  url: string;
}

const ts = z.string().regex(/^\d{1,12}\.\d{1,9}$/);
const id = z.string().min(1).max(100);

/** In the Web API's answers and in events; everything else of it is ignored. */
export const slackMessage = z.object({
  type: z.string(),
  subtype: z.string().optional(),
  hidden: z.boolean().optional(),
  user: id.optional(),
  /** Of messages between workspaces: that of the author. */
  user_team: id.nullish(),
  source_team: id.nullish(),
  bot_id: id.nullish(),
  username: z.string().optional(),
  bot_profile: z.object({ name: z.string().optional() }).optional(),
  text: z.string().nullish(),
  ts,
  thread_ts: ts.optional(),
  latest_reply: ts.optional(),
});
export type SlackMessage = z.output<typeof slackMessage>;

/** Messages of people and of bots; edits, deletions and notices of the system are none. */
const written: ReadonlySet<string> = new Set([
  "message",
  "file_share",
  "thread_broadcast",
  "me_message",
  "bot_message",
]);

const instantOf = (stamp: string): number => Math.floor(Number(stamp) * 1_000);
/** As the platform writes times. */
export const stampOf = (at: number): string =>
  `${Math.floor(at / 1_000)}.${String(at % 1_000).padStart(3, "0")}000`;

/** Who wrote it; null if nobody did. */
function authorOf(
  { user, bot_id, username, bot_profile: profile, subtype, ...from }: SlackMessage,
  me: Me,
): ChatMessage["author"] | null {
  const id = user ?? bot_id ?? username;
  if (id === undefined) return null;
  const botId = bot_id ?? null;
  return {
    id,
    isBot: botId !== null || subtype === "bot_message",
    isMe: user === me.userId || (botId !== null && botId === me.botId),
    name: profile?.name ?? username ?? null,
    isElsewhere: [from.user_team, from.source_team].some((team) => (team ?? me.teamId) !== me.teamId),
  };
}

const isWritten = ({ type, subtype = "message", hidden }: SlackMessage): boolean =>
  hidden !== true && written.has(subtype) && (type === "message" || type === "app_mention");

/** Null for what nobody wrote. */
export function messageOf(
  raw: SlackMessage,
  { me, ...place }: { channel: string; isDirect: boolean; me: Me },
): ChatMessage | null {
  const author = authorOf(raw, me);
  if (author === null || !isWritten(raw)) return null;
  const { ts, thread_ts: thread = null, latest_reply: latestReply = null } = raw;
  const isReply = thread !== null && thread !== ts;
  const text = raw.text ?? "";
  return {
    ...place,
    ts,
    at: instantOf(ts),
    thread: isReply ? thread : null,
    isTopLevel: !isReply || raw.subtype === "thread_broadcast",
    author,
    text: plainText(text),
    mentionsMe: text.includes(`<@${me.userId}>`) || text.includes(`<@${me.userId}|`),
    latestReply: isReply ? null : latestReply,
  };
}
