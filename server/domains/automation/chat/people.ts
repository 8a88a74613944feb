import type { Clock } from "../../../lib/clock.ts";
import type { KnownPerson } from "../triggers/index.ts";
import { isRefusal } from "./chat-errors.ts";
import type { Me } from "./message.ts";
import type { ChatMessage } from "./rules.ts";
import type { Chat, ChatUser } from "./slack.ts";

export interface Author {
  name: string;
  /** Null for whoever is not a full member of the bot's workspace, and for people who are not of this board. */
  person: KnownPerson | null;
}

interface Asked {
  chat: Chat;
  me: Pick<Me, "teamId">;
}

const keptMs = 3_600_000;
const mostKept = 2_000;

export type People = ReturnType<typeof chatPeople>;

/**
 * Who wrote a message: the members of the bot's workspace by their email addresses. Guests, people of other workspaces, bots
 * and deleted accounts are nobody, whatever address they have.
 */
export function chatPeople(deps: {
  clock: Clock;
  /** The person of this board with this email address, by the name that the platform gives; null if there is none. */
  known(email: string, name: string): KnownPerson | null;
}) {
  const users = new Map<string, { user: ChatUser; until: number }>();

  async function userOf(id: string, { chat, me }: Asked, signal: AbortSignal): Promise<ChatUser> {
    const key = `${me.teamId} ${id}`;
    const held = users.get(key);
    if (held && held.until > deps.clock.now()) return held.user;
    const user = await chat.user(id, signal).catch((error: unknown) => {
      // A token without the permission, or a user of another workspace: the id has to do.
      if (isRefusal(error)) return { name: id, email: null, memberOf: [] };
      throw error;
    });
    if (users.size >= mostKept) users.clear();
    users.set(key, { user, until: deps.clock.now() + keptMs });
    return user;
  }

  return {
    async authorOf({ author }: ChatMessage, asked: Asked, signal: AbortSignal): Promise<Author> {
      const isUser = /^[UW][A-Z0-9]+$/.test(author.id);
      if (author.isBot || !isUser) return { name: author.name ?? author.id, person: null };
      const { name, email, memberOf } = await userOf(author.id, asked, signal);
      const isMember = !author.isElsewhere && memberOf.includes(asked.me.teamId);
      return { name, person: isMember && email !== null ? deps.known(email, name) : null };
    },
  };
}
