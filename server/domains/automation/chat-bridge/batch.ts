import type { OutsideEvent, Writing } from "../triggers/index.ts";
import type { BridgeMessage } from "./bridge.ts";
import type { People } from "./people.ts";
import { type BridgeCondition, isAddressed } from "./rules.ts";
import { text } from "./text.ts";

const mostShown = 50;
const lineLimit = 2_000;

export const bridgeKey = (chat: string, { id }: Pick<BridgeMessage, "id">): string => `bridge:${chat}:${id}`;

export function chatNameOf({ chat_name: name, chat_id: id }: Readonly<Record<string, unknown>>): string {
  const known = typeof id === "string" ? id : "";
  return typeof name === "string" && name !== "" ? name : known;
}

/** What is known of the chat besides its messages. */
export interface BatchFacts {
  condition: BridgeCondition;
  chatName: string;
  ownName: string;
  /** Whether the account talks to one person there. */
  isDirect: boolean;
  people: People;
}

/** Several messages of one chat as one event. */
export function batchEvent(messages: readonly BridgeMessage[], of: BatchFacts): OutsideEvent | null {
  const { condition, chatName, ownName } = of;
  const last = messages.at(-1);
  if (!last) return null;
  const { chat } = condition;
  const lines = messages.map((message) => lineOf(message, isAddressed(condition, message, ownName)));
  const hidden = lines.length - mostShown;
  const shown = hidden > 0 ? [text.earlier(hidden), ...lines.slice(hidden)] : lines;
  const to = messages.findLast((message) => isAddressed(condition, message, ownName)) ?? last;
  return {
    key: bridgeKey(chat, last),
    covers: messages.slice(0, -1).map((message) => bridgeKey(chat, message)),
    happenedAt: last.at,
    summary: `${text.summary(messages.length, chatName)}: ${flat(last.text).slice(0, 120)}`,
    variables: {
      event: text.event(chatName),
      text: shown.join("\n"),
      author: to.name || to.number,
      channel: chatName,
      chat_id: chat,
      message_id: last.id,
    },
    stamp: { chat_id: chat, chat_message_id: last.id },
    group: `bridge ${chat}`,
    entry: shown.join(" / "),
    writings: messages.flatMap((message) => writingOf(message, of)),
  };
}

/** Nothing of people who are not of this board. */
function writingOf(message: BridgeMessage, { people, isDirect }: BatchFacts): Writing[] {
  const author = people.authorOf(message);
  if (author === null) return [];
  const entryPoint = isDirect ? "chat.dm" : "chat.channel_message";
  return [{ entryPoint, author, content: message.text, at: message.at }];
}

function lineOf({ at, name, number, text: said }: BridgeMessage, addresses: boolean): string {
  const time = new Date(at).toISOString().slice(0, 16).replace("T", " ");
  const who = number === "" ? flat(name) : `${flat(name)} (+${number.replace(/^\+/, "").replace(/\D/g, "")})`;
  return `[${time}] ${who}${addresses ? text.addressed : ""}: ${flat(said)}`.slice(0, lineLimit);
}

/** On one line, so that a text cannot pass for another message. */
const flat = (value: string): string => value.replace(/\s*[\r\n\u2028\u2029\u0085]+\s*/g, " / ").trim();
