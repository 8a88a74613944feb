import type { Sql } from "../../../db/open.ts";
import type { ModelCall } from "../../../runtimes/model-call.ts";

/** Characters by the code of a feature. */
export type Sizes = Record<string, number>;

/** The kinds of tokens that are split, in the order in which they are stored. */
export const splitKinds = ["cache_read", "input", "cache_write_5m", "cache_write_1h", "output"] as const;

/** What a call consisted of, in characters. */
export interface Contents {
  /** What an earlier prompt had already. */
  carried: Sizes;
  /** What this prompt had first. */
  sent: Sizes;
  answer: Sizes;
}

/** R186: 3.7 characters are a token. In whole numbers, so that nothing is rounded twice. */
const charsPerTenTokens = 37;
const kindCount = splitKinds.length;
const weightBytes = 4;

/**
 * The tokens of a call by feature and kind, encoded: four bytes with how much of the conversation was known, then
 * (code * 5 + kind, tokens) pairs of variable length. What is known less of is smaller as bytes. What was in the prompt before
 * is what was read from a cache; what is new is input and what was written to a cache. Where less is known than the call had,
 * the rest is of no feature; where more is, all parts shrink alike.
 */
export function sharesOf({ carried, sent, answer }: Contents, call: ModelCall, oneHour: number): Uint8Array {
  const bytes: number[] = [];
  const prompt = [call.inputTokens, call.cacheCreationTokens - oneHour, oneHour];
  const isNew = call.inputTokens + call.cacheCreationTokens;
  const [inCache, inPrompt, inAnswer] = [
    portions(carried, call.cacheReadTokens),
    portions(sent, isNew),
    portions(answer, call.outputTokens),
  ];
  const put = (code: number, kind: number, tokens: number): void => {
    if (tokens > 0) putNumbers(bytes, code * kindCount + kind, tokens);
  };
  const codes = new Set([...inCache.keys(), ...inPrompt.keys(), ...inAnswer.keys()]);
  for (const code of [...codes].sort((one, other) => one - other)) {
    put(code, 0, inCache.get(code) ?? 0);
    const tokens = inPrompt.get(code) ?? 0;
    if (tokens > 0) prompt.forEach((part, at) => put(code, 1 + at, Math.floor((tokens * part) / isNew)));
    put(code, 4, inAnswer.get(code) ?? 0);
  }
  return encoded(bytes, sizeOf(carried) + sizeOf(sent) + sizeOf(answer));
}

const sizeOf = (sizes: Sizes): number => Object.values(sizes).reduce((sum, size) => sum + size, 0);

/** Whole tokens, which together are no more than `actual`. */
function portions(sizes: Sizes, actual: number): Map<number, number> {
  const found = new Map<number, number>();
  const most = Math.max(10 * sizeOf(sizes), charsPerTenTokens * actual);
  if (actual <= 0) return found;
  for (const [code, chars] of Object.entries(sizes))
    found.set(Number(code), Math.floor((10 * chars * actual) / most));
  return found;
}

function putNumbers(bytes: number[], ...values: number[]): void {
  for (const value of values) {
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
    bytes.push(left);
  }
}

function encoded(pairs: readonly number[], weight: number): Uint8Array {
  const bytes = new Uint8Array(weightBytes + pairs.length);
  new DataView(bytes.buffer).setUint32(0, Math.min(weight, 0xffff_ffff));
  bytes.set(pairs, weightBytes);
  return bytes;
}

/** Every share of a call or of added-up calls. */
export function eachShare(
  bytes: Uint8Array,
  take: (code: number, kind: number, tokens: number) => void,
): void {
  let at = weightBytes;
  const next = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = next();
    take(Math.floor(key / kindCount), key % kindCount, next());
  }
}

/** Whether more of a conversation was known, in an order without ties between different shares. */
export const knowsMore = (one: Uint8Array, other: Uint8Array | null): boolean =>
  other === null || Buffer.compare(one, other) > 0;

const connections = new WeakSet<Sql>();

/** The connection, with `feature_shares(features)`, which adds up the shares of calls; null if there are none. */
export function withFeatureShares(sql: Sql): Sql {
  if (connections.has(sql)) return sql;
  connections.add(sql);
  sql.aggregate<Map<number, number>>("feature_shares", {
    start: () => new Map(),
    step(sums, bytes) {
      if (!(bytes instanceof Uint8Array)) return sums;
      eachShare(bytes, (code, kind, tokens) => {
        const key = code * kindCount + kind;
        sums.set(key, (sums.get(key) ?? 0) + tokens);
      });
      return sums;
    },
    result(sums) {
      if (sums.size === 0) return null;
      const bytes: number[] = [];
      for (const [key, tokens] of [...sums].sort(([one], [other]) => one - other))
        putNumbers(bytes, key, tokens);
      return Buffer.from(encoded(bytes, 0));
    },
  });
  return sql;
}
