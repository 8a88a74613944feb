import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Server-sent events on one response, paced by `drip`. */
export interface EventStream {
  send(data: unknown, event?: string): void;
  /** Sends `text` in pieces, pausing after each; rejects when the client disconnects. */
  sendPieces(text: string, send: (piece: string) => void): Promise<void>;
  /** Sets the pause after each piece. */
  drip(seconds: number): void;
  /** The `[DONE]` that closes a Chat Completions stream. */
  sendDone(): void;
  end(): void;
}

const PIECE_LENGTH = 24;

export function eventStream(response: ServerResponse, signal: AbortSignal): EventStream {
  let pauseMs = 0;
  const write = (text: string) => {
    // Node reports a write to a destroyed response as an unhandled error.
    if (!response.destroyed) response.write(text);
  };
  return {
    send: (data, event) => write(`${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`),
    async sendPieces(text, send) {
      for (const piece of pieces(text)) {
        send(piece);
        if (pauseMs > 0) await delay(pauseMs, undefined, { signal });
      }
    },
    drip: (seconds) => {
      pauseMs = seconds * 1000;
    },
    sendDone: () => write("data: [DONE]\n\n"),
    end: () => void response.end(),
  };
}

/** Splits a text between characters into pieces as small as those of real streams. */
export function pieces(text: string): string[] {
  const characters = [...text];
  const count = Math.max(1, Math.ceil(characters.length / PIECE_LENGTH));
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH).join(""),
  );
}
