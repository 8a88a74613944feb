import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { LiveFeed, LiveProvider, TextEvent, TextItem, TextRequest } from "./ports.ts";
import { placeOf } from "./rules.ts";
import type { ConversationRow, LiveStore, TurnRow } from "./store.ts";
import { text } from "./text.ts";
import type { ToolRuns } from "./tool-runs.ts";

/** The newest turns of a conversation; older ones are not sent. */
const sentTurns = 80;
const sentOutput = 8_000;

export interface AnswerStepDeps {
  database: Database;
  store: LiveStore;
  clock: Clock;
  provider: LiveProvider;
  runs: ToolRuns;
  feed: LiveFeed;
  redact(text: string): string;
  /** The parts of a request that settings decide. */
  requestFor(
    conversation: ConversationRow,
  ): Pick<TextRequest, "model" | "effort" | "maxOutputTokens" | "instructions">;
  recordUsage(
    conversationId: number,
    of: { model: string; event: Extract<TextEvent, { kind: "done" }> },
  ): void;
  /** Stores in the open transaction that the message has its answer. */
  answered(message: TurnRow): void;
}

/** One request to the model. Its words and the tools it asks for become rows in one transaction. */
export function answerStep(deps: AnswerStepDeps) {
  const { store, clock, feed, provider, runs } = deps;

  const position = ({ id, callNumber }: ConversationRow): number =>
    placeOf({}, { callNumber, last: store.lastPosition(id) });

  function addAnswer(message: TurnRow, conversation: ConversationRow, content: string): void {
    const now = clock.now();
    store.addTurn({
      conversationId: conversation.id,
      position: position(conversation),
      role: "assistant",
      source: "typed",
      content: deps.redact(content),
      replyTo: message.id,
      createdAt: now,
    });
    store.write(conversation.id, { lastActivityAt: now, updatedAt: now });
  }

  /** Sends the words to the pages as they come, redacted as a whole. */
  function shownWords(conversationId: number, replyTo: number) {
    let words = "";
    let shown = "";
    return {
      words: () => words,
      add(piece: string): void {
        words += piece;
        const safe = deps.redact(words);
        const from = commonLength(shown, safe);
        feed.partial(conversationId, { replyTo, from, text: safe.slice(from) });
        shown = safe;
      },
    };
  }

  async function ask(message: TurnRow, conversation: ConversationRow, signal: AbortSignal) {
    const { id } = conversation;
    const request = deps.requestFor(conversation);
    const calls: { name: string; arguments: string; callId: string }[] = [];
    const said = shownWords(id, message.id);
    const items = itemsFor(message, store.turnsOf(id));
    const events = provider.textReply({
      ...request,
      signal,
      items,
      tools: runs.list(),
      cacheKey: `live-${id}`,
    });
    for await (const event of events) {
      if (event.kind === "text") said.add(event.text);
      else if (event.kind === "call") calls.push(event);
      else deps.recordUsage(id, { model: request.model, event });
    }
    return { words: said.words(), calls };
  }

  return async function step(
    message: TurnRow,
    conversation: ConversationRow,
    signal: AbortSignal,
  ): Promise<"again" | "ended"> {
    const { words, calls } = await ask(message, conversation, signal);
    signal.throwIfAborted();
    deps.database.transaction(() => {
      if (calls.length === 0) {
        addAnswer(message, conversation, words.trim() === "" ? text.emptyAnswer : words);
        deps.answered(message);
        return;
      }
      if (words.trim() !== "") addAnswer(message, conversation, words);
      for (const call of calls) {
        const of = { conversationId: conversation.id, source: "typed", replyTo: message.id } as const;
        runs.store({ ...call, turn: { ...of, position: position(conversation) } });
      }
      feed.partial(conversation.id, null);
      feed.changed(conversation.id);
    });
    return calls.length === 0 ? "ended" : "again";
  };
}

/** The conversation up to this message: messages that wait come later, and its own answer so far comes last. */
function itemsFor(message: TurnRow, rows: readonly TurnRow[]): TextItem[] {
  const isOwn = ({ id, replyTo }: TurnRow): boolean => id === message.id || replyTo === message.id;
  const before = rows.filter((row) => !isOwn(row) && row.reply !== "pending");
  const own = [message, ...rows.filter(({ replyTo }) => replyTo === message.id)];
  return [...before, ...own].slice(-sentTurns).flatMap(itemOf);
}

function itemOf(row: TurnRow): TextItem[] {
  if (row.role !== "tool") return row.content === "" ? [] : [{ kind: row.role, text: row.content }];
  const { callId, toolName: name } = row;
  if (callId === null || name === null) return [];
  const output = (row.toolError ?? row.toolOutput ?? text.tool.unfinished)
    .slice(0, sentOutput)
    .toWellFormed();
  return [{ kind: "call", callId, name, arguments: row.toolArguments || "{}", output }];
}

function commonLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  return at;
}
