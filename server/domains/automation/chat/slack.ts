import { z } from "zod";
import { type Me, type SlackMessage, slackMessage } from "./message.ts";
import { type ChatAccess, slackClient } from "./slack-client.ts";

export interface Channel {
  id: string;
  name: string;
  isPrivate: boolean;
  members: number;
}

export interface ChatUser {
  name: string;
  email: string | null;
  /** The workspaces it is a full member of; none for a guest, a stranger, a bot and a deleted account. */
  memberOf: readonly string[];
}

export type Chat = ReturnType<typeof slackChat>;

/** Reads from Slack. Throws ChatLimited once a rate limit is exceeded, and ChatError for what Slack refuses. */
export function slackChat(access: ChatAccess) {
  const { call, all } = slackClient(access);

  return {
    async me(signal: AbortSignal): Promise<Me> {
      const found = await call(signal, { method: "auth.test", input: {}, answer: identity });
      const { user_id: userId, bot_id: botId = null, team_id: teamId, team, user: name, url } = found;
      return { userId, botId, teamId, team, name, url: url.endsWith("/") ? url : `${url}/` };
    },

    /** The channels that a condition can name. */
    async channels(signal: AbortSignal): Promise<Channel[]> {
      const input = { types: "public_channel,private_channel", exclude_archived: true };
      const found = await all(signal, {
        method: "conversations.list",
        input,
        list: "channels",
        item: listedChannel,
      });
      return found.map(({ id, name, is_private: isPrivate, num_members: members }) => ({
        id,
        name,
        isPrivate,
        members,
      }));
    },

    /** The channels that the bot is in, or the chats with it alone. */
    conversations: (kind: "channel" | "direct", signal: AbortSignal) =>
      all(signal, {
        method: "users.conversations",
        input: {
          types: kind === "direct" ? "im" : "public_channel,private_channel",
          exclude_archived: true,
        },
        list: "channels",
        item: z.object({ id: z.string(), name: z.string().default("") }),
      }),

    channel: (id: string, signal: AbortSignal): Promise<{ name: string }> =>
      call(signal, {
        method: "conversations.info",
        input: { channel: id },
        answer: z.object({ channel: z.object({ name: z.string().default("") }) }),
      }).then(({ channel }) => channel),

    /** The messages of the top level after `oldest`, in any order. */
    history: (channel: string, oldest: string, signal: AbortSignal): Promise<SlackMessage[]> =>
      all(signal, {
        method: "conversations.history",
        input: { channel, oldest, inclusive: true },
        list: "messages",
        item: slackMessage,
      }),

    /** The messages of a thread after `oldest`, and its first one. */
    replies: (
      { channel, thread, oldest }: { channel: string; thread: string; oldest: string },
      signal: AbortSignal,
    ): Promise<SlackMessage[]> =>
      all(signal, {
        method: "conversations.replies",
        input: { channel, ts: thread, oldest, inclusive: true },
        list: "messages",
        item: slackMessage,
      }),

    async user(id: string, signal: AbortSignal): Promise<ChatUser> {
      const { user } = await call(signal, { method: "users.info", input: { user: id }, answer: userAnswer });
      const { profile } = user;
      const name = [profile?.display_name, profile?.real_name, user.real_name, user.name].find(
        (one) => (one ?? "").trim() !== "",
      );
      const email = profile?.email?.toLowerCase() ?? null;
      return { name: name ?? id, email, memberOf: isFullMember(user) ? teamsOf(user) : [] };
    },
  };
}

const identity = z.object({
  user_id: z.string(),
  bot_id: z.string().optional(),
  team_id: z.string().default(""),
  team: z.string().default(""),
  user: z.string().default(""),
  url: z.string().default("https://slack.com/"),
});

const listedChannel = z.object({
  id: z.string(),
  name: z.string(),
  is_private: z.boolean().default(false),
  num_members: z.number().int().default(0),
});

const flag = z.boolean().default(false);

const userAnswer = z.object({
  user: z.object({
    id: z.string().default(""),
    team_id: z.string().optional(),
    deleted: flag,
    is_bot: flag,
    is_restricted: flag,
    is_ultra_restricted: flag,
    is_stranger: flag,
    is_invited_user: flag,
    is_email_confirmed: z.boolean().default(true),
    /** In an organization of several workspaces. */
    enterprise_user: z.object({ teams: z.array(z.string()).default([]) }).nullish(),
    name: z.string().optional(),
    real_name: z.string().optional(),
    profile: z
      .object({
        real_name: z.string().optional(),
        display_name: z.string().optional(),
        email: z.string().optional(),
      })
      .optional(),
  }),
});

type SlackUser = z.output<typeof userAnswer>["user"];

/** Slack's own bot says that it is none. */
const isBot = ({ id, is_bot }: SlackUser): boolean => is_bot || id === "USLACKBOT";

function isFullMember(user: SlackUser): boolean {
  const isGuest = user.is_restricted || user.is_ultra_restricted;
  const isPending = user.is_invited_user || !user.is_email_confirmed;
  return !(user.deleted || isBot(user) || isGuest || user.is_stranger || isPending);
}

const teamsOf = ({ team_id, enterprise_user }: SlackUser): string[] => [
  ...(team_id === undefined ? [] : [team_id]),
  ...(enterprise_user?.teams ?? []),
];
