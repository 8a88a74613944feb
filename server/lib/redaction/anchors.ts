/** A literal that must be in the text before anything more expensive is tried there. */
export interface Anchor<Value> {
  literal: string;
  /** Lower-case literal, found in any case. */
  foldCase?: boolean;
  /** Characters one of which must follow; the end of the text counts. */
  next?: string;
  /** The position in the literal of the three characters to look up; by default the rarest three. */
  offset?: number;
  value: Value;
}

export interface AnchorTable<Value> {
  /** Calls back with the start of every occurrence, overlapping ones too, in one pass over `text`. */
  visit(text: string, onHit: (start: number, value: Value) => void): void;
}

interface Entry<Value> extends Anchor<Value> {
  offset: number;
}

/** Three characters of six bits each; a fourth shift drops the oldest, so the hash rolls automatically. */
const hashMask = 0x3ffff;
/** Bytes are read from a copy, several times faster than characters from a string; beyond Latin-1 the low byte serves. */
const windowSize = 65_536;
const charactersByFrequency = "zqjxkvbpygfwmuclrdhsnioate9876543210";

/**
 * Finds thousands of literals at once: a rolling hash of three characters indexes a table, and literals are compared only if
 * the table has an entry. The cost does not depend on their number.
 */
export function anchorTable<Value>(anchors: readonly Anchor<Value>[]): AnchorTable<Value> {
  const slots = new Uint16Array(hashMask + 1);
  const scratch = Buffer.alloc(windowSize);
  const buckets: Entry<Value>[][] = [[]];
  for (const anchor of anchors) {
    const entry = { ...anchor, offset: anchor.offset ?? rarestTrigram(anchor.literal) };
    const trigram = entry.literal.slice(entry.offset, entry.offset + 3);
    for (const form of entry.foldCase ? caseForms(trigram) : [trigram]) {
      bucketFor(slots, buckets, hashOf(form)).push(entry);
    }
  }

  return {
    visit(text, onHit) {
      let hash = 0;
      for (let from = 0; from < text.length; from += windowSize) {
        const length = scratch.write(text.slice(from, from + windowSize), "latin1");
        for (let at = 0; at < length; at++) {
          hash = ((hash << 6) ^ (scratch[at] ?? 0)) & hashMask;
          const slot = slots[hash];
          if (slot) visitBucket(text, from + at - 2, { entries: buckets[slot] ?? [], onHit });
        }
      }
    },
  };
}

function visitBucket<Value>(
  text: string,
  trigramAt: number,
  { entries, onHit }: { entries: readonly Entry<Value>[]; onHit: (start: number, value: Value) => void },
): void {
  for (const entry of entries) {
    const start = trigramAt - entry.offset;
    if (start >= 0 && standsAt(text, start, entry)) onHit(start, entry.value);
  }
}

function standsAt(text: string, start: number, { literal, foldCase, next }: Entry<unknown>): boolean {
  if (next && !next.includes(text.charAt(start + literal.length))) return false;
  if (!foldCase) return text.startsWith(literal, start);
  for (let at = 0; at < literal.length; at++) {
    const found = text.charCodeAt(start + at);
    const wanted = literal.charCodeAt(at);
    if (found !== wanted && (found | 32) !== wanted) return false;
  }
  return true;
}

/** Buckets beyond what a slot can number share the last one, which costs time but misses nothing. */
function bucketFor<Value>(slots: Uint16Array, buckets: Entry<Value>[][], hash: number): Entry<Value>[] {
  const existing = buckets[slots[hash] || -1];
  if (existing) return existing;
  const number = Math.min(buckets.length, 0xffff);
  slots[hash] = number;
  const bucket = buckets[number] ?? [];
  buckets[number] = bucket;
  return bucket;
}

function hashOf(trigram: string): number {
  let hash = 0;
  for (let at = 0; at < 3; at++) hash = ((hash << 6) ^ (trigram.charCodeAt(at) & 0xff)) & hashMask;
  return hash;
}

function caseForms(text: string): Set<string> {
  let forms = [""];
  for (const char of text) {
    forms = forms.flatMap((form) => [form + char.toLowerCase(), form + char.toUpperCase()]);
  }
  return new Set(forms);
}

/** The position of the three characters that are least likely in other text. */
export function rarestTrigram(literal: string): number {
  let best = 0;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let at = 0; at + 3 <= literal.length; at++) {
    const cost = Array.from(literal.slice(at, at + 3)).reduce(
      (sum, c) => sum + charactersByFrequency.indexOf(c) + 1,
      0,
    );
    if (cost < bestCost) [best, bestCost] = [at, cost];
  }
  return best;
}
