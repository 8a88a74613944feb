import { z } from "zod";
import { hostFetch } from "../../../lib/fetch/index.ts";

export interface BridgeMessage {
  id: string;
  /** Epoch milliseconds. */
  at: number;
  name: string;
  number: string;
  text: string;
  /** By the account that the bridge is linked to, on its own phone. */
  isMine: boolean;
  /** Written by the bridge itself. */
  isFromBridge: boolean;
  /** Mentions the account, or answers one of its messages. */
  isToMe: boolean;
}

export interface BridgeChat {
  id: string;
  name: string;
  isGroup: boolean;
}

/** The bridge answered with an error. */
export class BridgeError extends Error {
  override readonly name = "BridgeError";
  readonly status: number;

  constructor(status: number) {
    super(`The bridge answered ${status}`);
    this.status = status;
  }
}

export type Bridge = ReturnType<typeof chatBridge>;

const callLimitMs = 20_000;
const pageSize = 200;
const mostPages = 50;

/** Reads from a chat bridge over HTTP; docs/chat-bridge.md says what it answers. */
export function chatBridge(url: string) {
  const ask = hostFetch({ limitMs: callLimitMs });

  async function get<Answer>(
    path: string,
    of: { query?: Record<string, string>; answer: z.ZodType<Answer>; signal: AbortSignal },
  ): Promise<Answer> {
    const response = await ask(`${url}${path}?${new URLSearchParams(of.query).toString()}`, {
      redirect: "error",
      signal: of.signal,
    });
    if (!response.ok) throw new BridgeError(response.status);
    return of.answer.parse(await response.json());
  }

  return {
    status: (signal: AbortSignal): Promise<{ linked: boolean; name: string }> =>
      get("/status", { answer: status, signal }),

    async chats(signal: AbortSignal): Promise<BridgeChat[]> {
      const { chats } = await get("/chats", { answer: chatList, signal });
      return chats.map(({ chat_id: id, name, is_group: isGroup }) => ({ id, name, isGroup }));
    },

    /** The messages of a chat from this time on, the oldest first; of very many, the first ones. */
    async messages(chat: string, after: number, signal: AbortSignal): Promise<BridgeMessage[]> {
      const found: BridgeMessage[] = [];
      let cursor = "";
      for (let page = 0; page < mostPages; page++) {
        const query = {
          chat_id: chat,
          after: new Date(after).toISOString(),
          limit: String(pageSize),
          ...(cursor !== "" && { cursor }),
        };
        const answer = await get("/messages", { query, answer: messagePage, signal });
        found.push(...answer.messages.flatMap(messageOf));
        cursor = answer.next_cursor ?? "";
        if (cursor === "") break;
      }
      return found;
    },
  };
}

const status = z.object({ linked: z.boolean(), name: z.string().max(200).default("") });

const chatList = z.object({
  chats: z.array(
    z.object({ chat_id: z.string(), name: z.string().default(""), is_group: z.boolean().default(false) }),
  ),
});

const messagePage = z.object({
  messages: z.array(z.unknown()),
  next_cursor: z.string().nullish(),
});

const message = z.object({
  id: z.string().min(1).max(200),
  timestamp: z.string(),
  sender_name: z.string().default(""),
  sender_number: z.string().default(""),
  text: z.string().default(""),
  from_me: z.boolean().default(false),
  from_bridge: z.boolean().default(false),
  mentions_me: z.boolean().default(false),
  reply_to_me: z.boolean().default(false),
});

/** The messages in an answer of the bridge; null if it is none. */
export function messagesIn(payload: unknown): BridgeMessage[] | null {
  const read = messagePage.safeParse(payload);
  return read.data ? read.data.messages.flatMap(messageOf) : null;
}

/** Nothing for a message that is not as the bridge should answer. */
function messageOf(value: unknown): BridgeMessage[] {
  const read = message.safeParse(value);
  const at = Date.parse(read.data?.timestamp ?? "");
  if (!read.success || Number.isNaN(at)) return [];
  const { id, text, sender_name: name, sender_number: number, ...facts } = read.data;
  return [
    {
      id,
      at,
      name,
      number,
      text,
      isMine: facts.from_me,
      isFromBridge: facts.from_bridge,
      isToMe: facts.mentions_me || facts.reply_to_me,
    },
  ];
}
