import type { Sql } from "../../../db/open.ts";
import type { ModelCall } from "../../../runtimes/model-call.ts";
import { codeOf } from "./registry.ts";

/** Characters of each feature, at the place of its code. */
export type Sizes = number[];

const codeCount = Math.max(...Object.values(codeOf)) + 1;
export const noSizes = (): Sizes => Array.from({ length: codeCount }, () => 0);

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
  const sizes = [sizeOf(carried), sizeOf(sent), sizeOf(answer)] as const;
  const isNew = call.inputTokens + call.cacheCreationTokens;
  const fiveMinutes = call.cacheCreationTokens - oneHour;
  const inCache = portions(sizes[0], call.cacheReadTokens);
  const inPrompt = portions(sizes[1], isNew);
  const inAnswer = portions(sizes[2], call.outputTokens);
  let end = weightBytes;
  for (let code = 0; code < codeCount; code += 1) {
    const [before, first, last] = [carried[code] ?? 0, sent[code] ?? 0, answer[code] ?? 0];
    if (before + first + last === 0) continue;
    const key = code * kindCount;
    end = putPair(end, key, inCache(before));
    const tokens = inPrompt(first);
    if (tokens > 0) {
      end = putPair(end, key + 1, Math.floor((tokens * call.inputTokens) / isNew));
      end = putPair(end, key + 2, Math.floor((tokens * fiveMinutes) / isNew));
      end = putPair(end, key + 3, Math.floor((tokens * oneHour) / isNew));
    }
    end = putPair(end, key + 4, inAnswer(last));
  }
  return encoded(end, sizes[0] + sizes[1] + sizes[2]);
}

function sizeOf(sizes: Sizes): number {
  let sum = 0;
  for (const size of sizes) sum += size;
  return sum;
}

/** Whole tokens of some of `size` characters, which together are no more than `actual`. */
function portions(size: number, actual: number): (chars: number) => number {
  const most = Math.max(10 * size, charsPerTenTokens * actual);
  return (chars) => (chars === 0 || actual <= 0 ? 0 : Math.floor((10 * chars * actual) / most));
}

/** Room for what is being encoded: ten bytes are enough for any sum of counts. */
const room = new Uint8Array(weightBytes + codeCount * kindCount * 2 * 10);

/** Tokens of a key, if there are any, to `at`. Returns where they end. */
const putPair = (at: number, key: number, tokens: number): number =>
  tokens > 0 ? putNumber(putNumber(at, key), tokens) : at;

function putNumber(start: number, value: number): number {
  let at = start;
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) {
    room[at] = (left % 128) | 128;
    at += 1;
  }
  room[at] = left;
  return at + 1;
}

/** A copy of what was put there. */
function encoded(end: number, weight: number): Uint8Array {
  const known = Math.min(weight, 0xffff_ffff);
  for (let at = 0; at < weightBytes; at += 1) room[at] = Math.floor(known / 256 ** (weightBytes - 1 - at));
  return room.slice(0, end);
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
      let end = weightBytes;
      for (const [key, tokens] of [...sums].sort(([one], [other]) => one - other))
        end = putPair(end, key, tokens);
      return Buffer.from(encoded(end, 0));
    },
  });
  return sql;
}
