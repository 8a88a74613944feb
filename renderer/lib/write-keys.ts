import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** The service carries out a write with a key once, however often it arrives (server/domains/access/idempotency). */
export const writeKeyHeader = "idempotency-key";

/** A write as it is sent: the same write again has the same parts. */
export interface Write {
  operation: string;
  url: string;
  body: string;
}

/** How long the same write counts as a repetition of one whose answer was lost. */
const repeatableMs = 10 * 60_000;
/** More lost writes than this are not remembered. */
const mostLost = 50;

const fingerprintOf = ({ operation, url, body }: Write): string =>
  bytesToHex(sha256(utf8ToBytes(`${operation}\n${url}\n${body}`)));

/** A toggle shows its new state once the service is back, so toggling again is a new act. */
const isToggle = ({ operation }: Write): boolean => operation.startsWith("toggle");

/** `randomUUID` is missing on pages that were not loaded over HTTPS or from this machine. */
const newKey = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16)));

/** Gives each write of a person one key, which a repetition after a lost answer carries again. */
export function writeKeys(now: () => number = Date.now) {
  /** The keys of writes that may have been carried out, by fingerprint, oldest first. */
  const lost = new Map<string, { key: string; at: number }>();

  function keyFor(write: Write): string {
    if (lost.size === 0) return newKey();
    const earlier = lost.get(fingerprintOf(write));
    return earlier && now() - earlier.at < repeatableMs ? earlier.key : newKey();
  }

  return {
    keyFor,
    /** The answer arrived, so the same write again is a new one. */
    settled(write: Write): void {
      if (lost.size > 0) lost.delete(fingerprintOf(write));
    },
    /** No answer arrived, or none that says whether it was carried out. */
    lost(write: Write, key: string): void {
      if (isToggle(write)) return;
      const fingerprint = fingerprintOf(write);
      lost.delete(fingerprint);
      lost.set(fingerprint, { key, at: now() });
      const [oldest] = lost.keys();
      if (lost.size > mostLost && oldest !== undefined) lost.delete(oldest);
    },
  };
}

export type WriteKeys = ReturnType<typeof writeKeys>;

/** The keys of this page. */
export const pageWriteKeys: WriteKeys = writeKeys();
