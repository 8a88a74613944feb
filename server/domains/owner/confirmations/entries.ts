import { randomInt } from "node:crypto";
import { type Clock, monotonicClock } from "../../../lib/clock.ts";
import type { Act } from "./model.ts";
import { type Asked, lastingMs, surplus } from "./rules.ts";

/** A request that needs a confirmation. */
export interface ConfirmationRequest {
  asker: string;
  act: Act;
  words: string;
  /** The name of the browser or device that asks, as Settings shows it; null if it has none any more. */
  from: string | null;
  /** Of the operation and everything that was sent with it: only the same request passes. */
  digest: string;
}

export interface Entry extends ConfirmationRequest {
  id: string;
  state: Asked["state"];
  until: number;
  /** Aborted at the first answer, or when it is dropped. */
  settled: AbortController;
  timer: NodeJS.Timeout | undefined;
}

/** Without letters and digits that look alike. */
const idLetters = "abcdefghjkmnpqrstuvwxyz23456789";
const idLength = 8;

/** The confirmations that were asked for and have not expired, oldest first. */
export function confirmationEntries(of: Clock) {
  const clock = monotonicClock(of);
  const entries = new Map<string, Entry>();
  const isOver = ({ until }: Entry): boolean => until <= clock.now();

  function drop(entry: Entry): void {
    clearTimeout(entry.timer);
    entries.delete(entry.id);
    entry.settled.abort();
  }

  function keep(entry: Entry): void {
    clearTimeout(entry.timer);
    entry.until = clock.now() + lastingMs;
    entry.timer = setTimeout(() => drop(entry), lastingMs).unref();
  }

  function newId(): string {
    const letters = Array.from({ length: idLength }, () => idLetters.charAt(randomInt(idLetters.length)));
    const id = letters.join("");
    return entries.has(id) ? newId() : id;
  }

  return {
    drop,
    /** Keeps it for the full time from now on. */
    keep,
    /** Undefined if it has expired or never was. */
    find(id: string): Entry | undefined {
      const entry = entries.get(id);
      return entry && !isOver(entry) ? entry : undefined;
    },
    all: (): Entry[] => [...entries.values()].filter((entry) => !isOver(entry)),
    add(request: ConfirmationRequest): Entry {
      for (const entry of entries.values()) if (isOver(entry)) drop(entry);
      surplus([...entries.values()], request.asker).forEach(drop);
      const settled = new AbortController();
      const entry: Entry = { ...request, id: newId(), state: "waiting", until: 0, settled, timer: undefined };
      entries.set(entry.id, entry);
      keep(entry);
      return entry;
    },
  };
}
