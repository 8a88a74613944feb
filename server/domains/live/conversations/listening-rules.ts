import type { ListeningMode } from "./model.ts";

/** How long a dynamic call stays open after an exchange. */
const exchangeMs = 30_000;
const firstWords = 3;
const longWord = 5;

/** The mode of a call: that of the settings, if the caller can drop what is not meant for the call. */
export function listeningOf(setting: ListeningMode, supported: readonly string[] | null): ListeningMode {
  return supported?.includes(setting) === true ? setting : "always";
}

/** Whether a line is meant for the call (R156). */
export function isForCall(
  line: string,
  of: { listening: ListeningMode; wakeWord: string; now: number; lastExchangeAt: number | null },
): boolean {
  const { listening, wakeWord, now, lastExchangeAt } = of;
  if (listening === "always") return true;
  const sinceExchange = lastExchangeAt === null ? Number.POSITIVE_INFINITY : now - lastExchangeAt;
  if (listening === "dynamic" && sinceExchange >= 0 && sinceExchange <= exchangeMs) return true;
  return startsWithWakeWord(line, wakeWord);
}

/** The word is among the first three; a long one may be misheard by one letter. */
export function startsWithWakeWord(line: string, wakeWord: string): boolean {
  const wanted = folded(wakeWord);
  const words = folded(line)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, firstWords);
  // "signal box" is heard as two words.
  const pairs = words.slice(1).map((word, index) => (words[index] ?? "") + word);
  const tolerance = wanted.length >= longWord ? 1 : 0;
  return [...words, ...pairs].some((word) => distance(word, wanted) <= tolerance);
}

const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The number of letters to insert, remove or replace (Levenshtein). */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 1) return 2;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= to.length; index += 1) {
      const replaced = (row[index - 1] ?? 0) + (from[at - 1] === to[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
