import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { pageKeyId } from "./page-signer.ts";

/** What the board and a session's page need first. Keys, connections and settings are never stored. */
const storedOperations: ReadonlySet<string> = new Set([
  "boardCounts",
  "getRowFacts",
  "getSession",
  "getTimeline",
  "listMessages",
  "listSessions",
  "notificationBadge",
]);

const prefix = "signalbox-answers-";
const storedAtHeader = "x-signalbox-stored-at";
/** The newest answers are kept: those of the board and of some twenty sessions. */
const mostAnswers = 80;
const mostCharacters = 2_000_000;
const writeAfterMs = 1_000;

/** Each sign-in has answers of its own, so that another one never reads them. */
const cacheName = (): string =>
  prefix + bytesToHex(sha256(utf8ToBytes(`stored answers ${pageKeyId() ?? ""}`))).slice(0, 32);

/** Missing on pages that were not loaded over HTTPS or from this machine. */
const storage = (): CacheStorage | undefined => globalThis.caches;

/** Answers that are not written yet, by URL. */
const pending = new Map<string, { text: string; at: number }>();
let pendingWrite: ReturnType<typeof setTimeout> | undefined;
/** The sign-in of this page has ended, so that nothing more is stored. */
let isEnded = false;
/** What the service answered to this page: it has newer data on the screen than the store. */
const answeredHere = new Set<string>();

/** Deletes the answers of earlier sign-ins, and the oldest ones of this. */
async function prune(cache: Cache, own: string): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(prefix) && name !== own);
  await Promise.all(others.map((name) => caches.delete(name)));
  const stored = await cache.keys();
  const surplus = stored.slice(0, Math.max(0, stored.length - mostAnswers));
  await Promise.all(surplus.map((request) => cache.delete(request)));
}

async function write(): Promise<void> {
  pendingWrite = undefined;
  const answers = [...pending];
  pending.clear();
  try {
    const own = cacheName();
    const cache = await caches.open(own);
    for (const [url, { text, at }] of answers) {
      const headers = { "content-type": "application/json", [storedAtHeader]: new Date(at).toISOString() };
      await cache.put(url, new Response(text, { headers }));
    }
    await prune(cache, own);
  } catch {
    // A full or blocked storage; the board works without it.
  }
  if (isEnded) await forgetStoredAnswers();
}

/** Stores an answer of the service for a reload while it is away. `at` is when it was current, in epoch ms. */
export function storeAnswer({ operation, url }: StoredRequest, text: string, at: number = Date.now()): void {
  if (isEnded || !storedOperations.has(operation) || storage() === undefined) return;
  answeredHere.add(url);
  if (text.length > mostCharacters) return;
  pending.set(url, { text, at });
  pendingWrite ??= setTimeout(() => void write(), writeAfterMs);
}

/** An operation by its id, and what was asked of it. */
export interface StoredRequest {
  operation: string;
  url: string;
}

export interface StoredAnswer {
  text: string;
  /** Epoch ms. */
  at: number;
}

/** The answer stored by an earlier page; null if there is none, or if the service has answered this page already. */
export async function storedAnswer({ operation, url }: StoredRequest): Promise<StoredAnswer | null> {
  if (!storedOperations.has(operation) || storage() === undefined || answeredHere.has(url)) return null;
  try {
    const found = await caches.match(url, { cacheName: cacheName() });
    if (!found) return null;
    const at = Date.parse(found.headers.get(storedAtHeader) ?? "");
    return Number.isNaN(at) ? null : { text: await found.text(), at };
  } catch {
    return null;
  }
}

/** Writes what is pending now, before the page goes away. */
export const writeStoredAnswers = (): void => {
  if (pendingWrite === undefined) return;
  clearTimeout(pendingWrite);
  void write();
};

/** Deletes everything that is stored of the board's data, when a sign-in ends. */
export async function forgetStoredAnswers(): Promise<void> {
  isEnded = true;
  clearTimeout(pendingWrite);
  pendingWrite = undefined;
  pending.clear();
  const names =
    (await storage()
      ?.keys()
      .catch(() => [])) ?? [];
  await Promise.all(names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name)));
}
