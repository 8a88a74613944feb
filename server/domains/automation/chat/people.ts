import type { Clock } from "../../../lib/clock.ts";
import type { KnownPerson } from "../triggers/index.ts";
import { isRefusal } from "./chat-errors.ts";
import type { ChatMessage } from "./rules.ts";
import type { Chat, ChatUser } from "./slack.ts";

export interface Author {
  name: string;
  /** Null for bots, and for people who are not of this board. */
  person: KnownPerson | null;
}

const keptMs = 3_600_000;
const mostKept = 2_000;

export type People = ReturnType<typeof chatPeople>;

/** Who wrote a message: the platform's users by their email addresses. */
export function chatPeople(deps: {
  clock: Clock;
  /** The person of this board with this email address, by the name that the platform gives; null if there is none. */
  known(email: string, name: string): KnownPerson | null;
}) {
  const users = new Map<string, { user: ChatUser; until: number }>();

  async function userOf(id: string, chat: Chat, signal: AbortSignal): Promise<ChatUser> {
    const held = users.get(id);
    if (held && held.until > deps.clock.now()) return held.user;
    const user = await chat.user(id, signal).catch((error: unknown) => {
      // A token without the permission, or a user of another workspace: the id has to do.
      if (isRefusal(error)) return { name: id, email: null };
      throw error;
    });
    if (users.size >= mostKept) users.clear();
    users.set(id, { user, until: deps.clock.now() + keptMs });
    return user;
  }

  return {
    async authorOf({ author }: ChatMessage, { chat }: { chat: Chat }, signal: AbortSignal): Promise<Author> {
      const isUser = /^[UW][A-Z0-9]+$/.test(author.id);
      if (author.isBot || !isUser) return { name: author.name ?? author.id, person: null };
      const { name, email } = await userOf(author.id, chat, signal);
      return { name, person: email === null ? null : deps.known(email, name) };
    },
  };
}
