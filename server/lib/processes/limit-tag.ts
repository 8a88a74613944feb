import { createHash } from "node:crypto";

const fieldBits = 20n;
const field = (1n << fieldBits) - 1n;

/** Below 2^63, as a limit without an end is 2^64 - 1. */
const ownerBits = 22n;

function partsOf(marker: string): bigint[] {
  const [owner = "", ...numbers] = marker.split(":");
  const hash = createHash("sha256").update(owner).digest().readBigUInt64BE() & ((1n << ownerBits) - 1n);
  return [hash, ...numbers.slice(0, 2).map((part) => BigInt(Number.parseInt(part, 10) || 0) & field)];
}

/**
 * The marker as a number, for the limit on file locks: no kernel since 2.4 counts against it, and a process passes it to all
 * that it starts, whatever happens to environments, sessions and parents.
 */
export function limitTag(marker: string): bigint {
  const [owner = 0n, session = 0n, turn = 0n] = partsOf(marker);
  return (1n << (ownerBits + 2n * fieldBits)) | (owner << (2n * fieldBits)) | (session << fieldBits) | turn;
}

/** Whether a tag is of a marker that begins with `prefix`, which consists of whole parts. */
export function tagStartsWith(tag: bigint | null | undefined, prefix: string): boolean {
  if (tag == null || prefix === "") return false;
  const parts = partsOf(prefix);
  const shift = BigInt(3 - parts.length) * fieldBits;
  return tag >> shift === limitTag(prefix) >> shift;
}

const limitLine = /^Max file locks +(\d+) /m;

/** The tag in what `/proc/<pid>/limits` says; null for a process without one. */
export function tagIn(limits: string): bigint | null {
  const soft = limitLine.exec(limits)?.[1];
  const tag = soft === undefined ? null : BigInt(soft);
  return tag !== null && tag >> (ownerBits + 2n * fieldBits) === 1n ? tag : null;
}

/** The session in a tag, without the bits that do not fit it. */
export const sessionInTag = (tag: bigint): number => Number((tag >> fieldBits) & field);
