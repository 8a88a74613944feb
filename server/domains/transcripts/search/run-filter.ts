/**
 * A Bloom filter of one hash over each five letters in a row of a text. The trigrams of a phrase of common letters
 * are in nearly every text, its runs of five are not: most texts that hold them all apart need not be read.
 */

/** Letters of text for each byte of its filter. With a twelfth more the whole index would pass a quarter of the text. */
const lettersPerByte = 36;
/** Letters a run has; a text of fewer has none. */
const runLength = 5;

/** After five letters nothing is left of the one before them. */
const pushed = (run: number, letter: number): number => (run << 7) ^ letter;
const hashOf = (run: number): number => Math.imul(run, 0x9e3779b1) >>> 16;
/** The share of the bits that the hash is of 65,536: without a division, which would take most of the time. */
const bitOf = (hash: number, bits: number): number => Math.imul(hash, bits) >>> 16;

/** The filter of a text. */
export function runFilter(text: string): Buffer {
  const filter = Buffer.alloc(Math.ceil(text.length / lettersPerByte));
  const bits = filter.length * 8;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    run = pushed(run, text.charCodeAt(at));
    if (at < runLength - 1) continue;
    const bit = bitOf(hashOf(run), bits);
    filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return filter;
}

/** The hashes of a needle's runs, as `mayHold` asks for them. */
export function runHashes(needle: string): number[] {
  const hashes: number[] = [];
  let run = 0;
  for (let at = 0; at < needle.length; at++) {
    run = pushed(run, needle.charCodeAt(at));
    if (at >= runLength - 1) hashes.push(hashOf(run));
  }
  return hashes;
}

/** Whether the filter's text may contain the needle with these hashes. */
export function mayHold(filter: Uint8Array, hashes: readonly number[]): boolean {
  const bits = filter.length * 8;
  return hashes.every((hash) => {
    const bit = bitOf(hash, bits);
    return ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  });
}
