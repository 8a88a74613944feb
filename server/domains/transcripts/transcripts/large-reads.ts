import { randomUUID } from "node:crypto";
import type { Database } from "../../../db/open.ts";
import { Encoded } from "../../../http/mount.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { FoundApp } from "./apps.ts";
import type { PictureOf } from "./pictures.ts";
import type { LargeRead } from "./reading-worker.ts";
import {
  type ConversationPage,
  linesOfRange,
  positionsOfPage,
  type TimelineRange,
  type TimelineSearch,
  type TranscriptOf,
} from "./reads.ts";
import type { TranscriptService } from "./service.ts";
import { type TranscriptStore, transcriptStore } from "./store.ts";

/** Text that takes about 10 ms to unpack, parse and write; more is read on another thread. */
const largeBytes = 512 * 1024;
/** As many chunks are walked in a few ms. */
const mostChunks = 200;
const worker = new URL("./reading-worker.ts", import.meta.url);

export type LargeReads = ReturnType<typeof largeReads>;

/** Reads a page of the conversation, where it is long on another thread. */
export type ReadConversation = (
  ...asked: Parameters<TranscriptService["conversation"]>
) => ReturnType<TranscriptService["conversation"]> | Promise<ReturnType<TranscriptService["conversation"]>>;

/** Reads of any length that take only milliseconds of this thread. */
export function largeReads(deps: {
  transcripts: Pick<
    TranscriptService,
    | "lineCount"
    | "text"
    | "raw"
    | "timeline"
    | "search"
    | "prompts"
    | "picture"
    | "pictures"
    | "app"
    | "conversation"
  >;
  database: Pick<Database, "sql">;
  workers: Pick<WorkerPool, "run">;
}) {
  const { transcripts, database, workers } = deps;
  const store = transcriptStore(database);
  const file = database.sql.name;
  const away = (wanted: LargeRead): Promise<Uint8Array[]> =>
    workers.run({ file: worker, name: "read", input: { ...wanted, file } });
  const isLarge = (id: number, { from, to }: { from: number; to: number }): boolean =>
    store.bytesBetween(id, from, to) > largeBytes;
  const isLargeInAll = (id: number): boolean => isLarge(id, { from: 0, to: transcripts.lineCount(id) });

  return {
    /** The readable transcript as plain text; null while there is no transcript. */
    async text(of: TranscriptOf): Promise<Encoded | null> {
      if (isLargeInAll(of.id)) return plainText(await away({ kind: "text", of }));
      const text = transcripts.text(of);
      return text === null ? null : plainText([Buffer.from(text)]);
    },

    /** The response that `embed` makes of the readable transcript; null while there is no transcript. */
    async withText<Answer>(
      of: TranscriptOf,
      embed: (text: string) => Answer,
    ): Promise<Answer | Encoded | null> {
      if (isLargeInAll(of.id)) return embedded(embed, await away({ kind: "text_json", of }));
      const text = transcripts.text(of);
      return text === null ? null : embed(text);
    },

    /** The response that `embed` makes of the stored JSONL. */
    async withRaw<Answer>(sessionId: number, embed: (raw: string) => Answer): Promise<Answer | Encoded> {
      if (!isLargeInAll(sessionId)) return embed(transcripts.raw(sessionId));
      const of = { id: sessionId, runtime: "" };
      return embedded(embed, await away({ kind: "raw_json", of }));
    },

    async timeline(
      of: TranscriptOf,
      range: TimelineRange,
    ): Promise<ReturnType<TranscriptService["timeline"]> | Encoded> {
      if (!isLarge(of.id, linesOfRange(range, transcripts.lineCount(of.id))))
        return transcripts.timeline(of, range);
      return new Encoded(await away({ kind: "timeline", of, range }));
    },

    async search(
      of: TranscriptOf,
      search: TimelineSearch,
    ): Promise<ReturnType<TranscriptService["search"]> | Encoded> {
      const { from } = search;
      if (!isLarge(of.id, { from, to: transcripts.lineCount(of.id) })) return transcripts.search(of, search);
      return new Encoded(await away({ kind: "search", of, search }));
    },

    async prompts(of: TranscriptOf): Promise<ReturnType<TranscriptService["prompts"]> | Encoded> {
      return isLargeInAll(of.id) ? new Encoded(await away({ kind: "prompts", of })) : transcripts.prompts(of);
    },

    async pictures(of: TranscriptOf): Promise<ReturnType<TranscriptService["pictures"]> | Encoded> {
      return isLargeInAll(of.id)
        ? new Encoded(await away({ kind: "pictures", of }))
        : transcripts.pictures(of);
    },

    ...lineReads({ transcripts, isLarge, away }),

    ...conversationReads({ transcripts, store, away }),
  };
}

/** What one line holds besides its text. */
function lineReads({
  transcripts,
  isLarge,
  away,
}: {
  transcripts: Pick<TranscriptService, "picture" | "app">;
  isLarge(id: number, lines: { from: number; to: number }): boolean;
  away(wanted: LargeRead): Promise<Uint8Array[]>;
}) {
  return {
    async picture(of: TranscriptOf, wanted: PictureOf): Promise<Uint8Array | null> {
      const line = { from: wanted.line, to: wanted.line + 1 };
      if (!isLarge(of.id, line)) return transcripts.picture(of, wanted);
      return (await away({ kind: "picture", of, picture: wanted }))[0] ?? null;
    },

    async app(of: TranscriptOf, wanted: PictureOf): Promise<FoundApp | null> {
      const line = { from: wanted.line, to: wanted.line + 1 };
      if (!isLarge(of.id, line)) return transcripts.app(of, wanted);
      const written = Buffer.concat(await away({ kind: "app", of, app: wanted })).toString("utf8");
      return JSON.parse(written) as FoundApp | null;
    },
  };
}

function conversationReads({
  transcripts,
  store,
  away,
}: {
  transcripts: Pick<TranscriptService, "conversation">;
  store: TranscriptStore;
  away(wanted: LargeRead): Promise<Uint8Array[]>;
}) {
  return {
    /** The same page as a value; its contents are as short as its limit says. */
    async conversationPage(
      of: TranscriptOf,
      page: ConversationPage,
    ): Promise<ReturnType<TranscriptService["conversation"]>> {
      if (!isLargePage(store, of.id, page)) return transcripts.conversation(of, page);
      const text = Buffer.concat(await away({ kind: "conversation", of, page })).toString("utf8");
      return JSON.parse(text) as ReturnType<TranscriptService["conversation"]>;
    },

    async conversation(
      of: TranscriptOf,
      page: ConversationPage,
    ): Promise<ReturnType<TranscriptService["conversation"]> | Encoded> {
      if (!isLargePage(store, of.id, page)) return transcripts.conversation(of, page);
      return new Encoded(await away({ kind: "conversation", of, page }));
    },
  };
}

const plainText = (pieces: readonly Uint8Array[]): Encoded =>
  new Encoded(pieces, "text/plain; charset=utf-8");

/** Whether a page has much text to unpack, or is far from the end, from which positions are counted. */
function isLargePage(store: TranscriptStore, id: number, page: ConversationPage): boolean {
  const head = store.head(id);
  if (!head) return false;
  const { start, end } = positionsOfPage(page, head.messageCount);
  let bytes = store.bytesBetween(id, head.sealedCount, head.lineCount);
  const sealed = [...take(store.newestSizes(id, head.sealedCount), mostChunks + 1)];
  let position = head.messageCount - store.tailMessages(id);
  for (const { messageCount, textBytes } of sealed) {
    if (position <= start) break;
    position -= messageCount;
    if (position < end) bytes += textBytes;
  }
  return bytes > largeBytes || (position > start && sealed.length > mostChunks);
}

function* take<Item>(items: Iterable<Item>, most: number): Generator<Item> {
  let left = most;
  for (const item of items) {
    yield item;
    left -= 1;
    if (left === 0) return;
  }
}

/** The JSON of an answer, with `pieces` in place of the text it embeds. */
function embedded(embed: (text: string) => unknown, pieces: readonly Uint8Array[]): Encoded {
  const place = randomUUID();
  const [before = "", after = ""] = JSON.stringify(embed(place)).split(place);
  return new Encoded([Buffer.from(before), ...pieces, Buffer.from(after)]);
}
