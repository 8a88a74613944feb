import type { BoardEvent } from "../../server/domains/surfaces/board/model.ts";

export interface StreamItem {
  id: string;
  event: BoardEvent;
}

export interface EventStream extends AsyncDisposable {
  /** All items received so far. */
  items: StreamItem[];
  /** Resolves with the first matching item, including earlier ones. */
  next(fits: (event: BoardEvent) => boolean): Promise<StreamItem>;
  /** Resolves when the stream has ended, from either side. */
  ended: Promise<void>;
}

/** Follows the board's live events, from `lastId` if given. */
export async function followEvents(
  service: { url: string; board: { headers: Record<string, string> } },
  lastId?: string,
): Promise<EventStream> {
  const end = new AbortController();
  const response = await fetch(`${service.url}/ui/v1/events`, {
    headers: { ...service.board.headers, ...(lastId !== undefined && { "last-event-id": lastId }) },
    signal: end.signal,
  });
  if (response.status !== 200 || !response.body) throw new Error(`No stream: ${response.status}`);
  const items: StreamItem[] = [];
  const waiting = new Set<() => void>();
  const reading = read(response.body, (item) => {
    items.push(item);
    for (const look of waiting) look();
  });
  return {
    items,
    ended: reading,
    next: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          const found = items.find(({ event }) => fits(event));
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    async [Symbol.asyncDispose]() {
      end.abort();
      await reading;
    },
  };
}

/** What a page shows of the text that a session's agent writes, after each of its events. */
export function shownTexts({ items }: Pick<EventStream, "items">, sessionId: number): string[] {
  let shown = "";
  return items.flatMap(({ event }) => {
    if (event.type !== "partial" || event.session_id !== sessionId) return [];
    shown = shown.slice(0, event.from) + event.text;
    return [shown];
  });
}

async function read(body: ReadableStream<Uint8Array>, take: (item: StreamItem) => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const item of blocks.flatMap(parseBlock)) take(item);
    }
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

/** undefined for a comment, which only keeps the connection alive. */
function parseBlock(block: string): StreamItem[] {
  const id = /^id: (.*)$/m.exec(block)?.[1];
  const data = /^data: (.*)$/m.exec(block)?.[1];
  return id === undefined || data === undefined ? [] : [{ id, event: JSON.parse(data) as BoardEvent }];
}
