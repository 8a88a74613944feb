import type { OutsideEvent } from "../triggers/index.ts";
import type { Me } from "./message.ts";
import type { Author } from "./people.ts";
import type { ChatMessage } from "./rules.ts";
import { text } from "./text.ts";

const textLimit = 10_000;
const excerptLimit = 200;
const summaryLimit = 120;

/** The same for the poller and the webhook. */
export const messageKey = ({ channel, ts }: Pick<ChatMessage, "channel" | "ts">): string =>
  `chat:${channel}:${ts}`;

export interface MessageFacts {
  me: Me;
  author: Author;
  /** As people know it; empty for direct messages. */
  channelName: string;
  /** By how much the platform's clock is ahead. */
  skewMs: number;
}

export function messageEvent(message: ChatMessage, facts: MessageFacts): OutsideEvent {
  const { channel, ts, thread, author } = message;
  const { name, person } = facts.author;
  const link = linkOf(message, facts.me);
  const where = message.isDirect ? text.directChannel : `#${facts.channelName || channel}`;
  return {
    key: messageKey(message),
    happenedAt: message.at,
    summary: `${name} in ${where}: ${oneLine(message.text, summaryLimit)}`,
    variables: {
      event: eventOf(message, where),
      link,
      text: message.text.slice(0, textLimit),
      author: name,
      channel: where,
      channel_id: channel,
      message_ts: ts,
      ...(thread !== null && { thread_ts: thread }),
      author_id: author.id,
    },
    stamp: { chat_channel_id: channel, chat_message_ts: ts, chat_thread_ts: thread ?? ts },
    group: `${channel} ${thread ?? ""} ${author.id}`,
    entry: `${clockOf(message.at)} UTC ${name}: ${oneLine(message.text, excerptLimit)} ${link}`,
    writings:
      person === null
        ? []
        : [
            {
              entryPoint: message.isDirect ? "chat.dm" : "chat.channel_message",
              author: person,
              content: message.text,
              at: message.at - facts.skewMs,
            },
          ],
  };
}

function eventOf(message: ChatMessage, where: string): string {
  if (message.isDirect) return text.direct;
  return message.mentionsMe ? text.mention(where) : text.message(where);
}

function linkOf({ channel, ts, thread }: ChatMessage, { url }: Me): string {
  const place = `${url}archives/${channel}/p${ts.replace(".", "")}`;
  return thread === null ? place : `${place}?thread_ts=${thread}&cid=${channel}`;
}

const clockOf = (at: number): string => new Date(at).toISOString().slice(11, 19);

/** On one line, so that a text cannot pass for another entry of a list. */
const oneLine = (value: string, limit: number): string => {
  const flat = value.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " / ").trim();
  return flat.length <= limit ? flat : `${flat.slice(0, limit - 1)}…`;
};
