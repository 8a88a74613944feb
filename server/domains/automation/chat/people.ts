import type { Clock } from "../../../lib/clock.ts";
import type { KnownPerson } from "../triggers/index.ts";
import { ChatError, isRefusal } from "./chat-errors.ts";
import type { Me } from "./message.ts";
import type { ChatMessage } from "./rules.ts";
import type { Chat, ChatUser } from "./slack.ts";

export interface Author {
  name: string;
  /** A full member of the bot's workspace; "unknown" if the platform does not say. */
  membership: "member" | "other" | "unknown";
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
  const users = new Map<string, { user: ChatUser | null; until: number }>();
  let lacksScope = false;

  /** Null if the platform does not say. */
  async function userOf(id: string, { chat, me }: Asked, signal: AbortSignal): Promise<ChatUser | null> {
    const key = `${me.teamId} ${id}`;
    const held = users.get(key);
    if (held && held.until > deps.clock.now()) return held.user;
    const user = await chat.user(id, signal).catch((error: unknown) => {
      // A token without the permission, or a user of another workspace: the id has to do.
      if (!isRefusal(error)) throw error;
      lacksScope = error instanceof ChatError && error.code === "missing_scope";
      return null;
    });
    if (user !== null) lacksScope = false;
    if (users.size >= mostKept) users.clear();
    users.set(key, { user, until: deps.clock.now() + keptMs });
    return user;
  }

  return {
    /** Whether the token may not ask who somebody is. */
    areUnknown: (): boolean => lacksScope,

    async authorOf({ author }: ChatMessage, asked: Asked, signal: AbortSignal): Promise<Author> {
      const isUser = /^[UW][A-Z0-9]+$/.test(author.id);
      if (author.isBot || !isUser)
        return { name: author.name ?? author.id, membership: "other", person: null };
      const user = await userOf(author.id, asked, signal);
      if (user === null)
        return { name: author.id, membership: author.isElsewhere ? "other" : "unknown", person: null };
      const { name, email, memberOf } = user;
      const isMember = !author.isElsewhere && memberOf.includes(asked.me.teamId);
      const person = isMember && email !== null ? deps.known(email, name) : null;
      return { name, membership: isMember ? "member" : "other", person };
    },
  };
}
