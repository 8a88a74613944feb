import { createHash, type Hash } from "node:crypto";
import type { Request } from "express";
import { Refusal } from "../lib/errors.ts";
import type { Actor } from "./caller.ts";
import type { Operation } from "./model.ts";
import { text } from "./text.ts";

/** An answer as it was sent, so that it can be sent again. */
export interface SentAnswer {
  status: number;
  /** JSON or other text; null if it has no body. */
  body: string | null;
}

/** A write that its caller may repeat without it being carried out twice. */
export interface KeyedWrite {
  /** Keys of different callers are different. */
  caller: string;
  key: string;
  /** Recognizes a repetition: the operation and everything that was sent. */
  fingerprint: string;
  /** Whether the answer may be stored; false if it contains a secret. */
  keepsAnswer: boolean;
}

export interface Idempotency {
  /** Carries out the write, or returns the answer to the earlier request with its key. Refuses as the draft says. */
  once(
    write: KeyedWrite,
    work: () => SentAnswer | Promise<SentAnswer>,
  ): Promise<{ answer: SentAnswer; replayed: boolean }>;
}

/** The header of draft-ietf-httpapi-idempotency-key-header. */
const idempotencyHeader = "idempotency-key";
export const longestKey = 255;

const quotedKey = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"$/;
const bareKey = /^[\x21\x23-\x7e][\x21-\x7e]*$/;

/** The key in a header: a structured string in quotes, or as most clients send it, without. Null if it is malformed. */
export function readKey(header: string): string | null {
  const key = quotedKey.exec(header)?.[1]?.replace(/\\(["\\])/g, "$1") ?? header;
  if (key === header && !bareKey.test(header)) return null;
  return key.length <= longestKey ? key : null;
}

/** The write that a request repeats or may repeat; null if it has no key. Throws for a malformed one. */
export function keyedWrite(request: Request, operation: Operation, actor: Actor): KeyedWrite | null {
  const header = request.headers[idempotencyHeader];
  if (header === undefined || !takesKey(operation)) return null;
  const caller = callerIdOf(actor);
  if (caller === null) return null;
  const key = typeof header === "string" ? readKey(header) : null;
  if (key === null) throw new Refusal({ status: 400, label: "Bad Request", messages: [text.badKey] });
  const at = request.url.indexOf("?");
  const query = at < 0 ? "" : request.url.slice(at + 1);
  const fingerprint = fingerprintOf([operation.id, request.params, query, request.body ?? {}]);
  return { caller, key, fingerprint, keepsAnswer: operation.secretAnswer !== true };
}

/** Every write of the API. MCP tools have an argument instead, and callers without a credential cannot be told apart. */
export const takesKey = ({ method, base = "api", callers }: Operation): boolean =>
  method !== "get" && base === "api" && !callers.includes("anyone");

/** The same for each request with a caller's credential; null for a caller without one. */
export function callerIdOf(actor: Actor): string | null {
  switch (actor.kind) {
    case "api_key":
      return `key ${actor.id}`;
    case "board":
      return `board ${actor.person?.email ?? ""}`;
    case "native":
    case "mcp_client":
      return `grant ${actor.grantId}`;
    case "session":
      return `session ${actor.id}`;
    case "anyone":
      return null;
  }
}

/** A digest of JSON, in which decoded base64 is bytes; independent of the order of an object's keys. */
export function fingerprintOf(value: unknown): string {
  const hash = createHash("sha256");
  addTo(hash, value);
  return hash.digest("hex");
}

function addTo(hash: Hash, value: unknown): void {
  if (value instanceof Uint8Array) {
    hash.update(`bytes ${value.byteLength}:`).update(value);
  } else if (Array.isArray(value)) {
    hash.update(`list ${value.length}:`);
    for (const item of value) addTo(hash, item);
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    hash.update(`object ${entries.length}:`);
    for (const [key, item] of entries) {
      hash.update(`${JSON.stringify(key)}:`);
      addTo(hash, item);
    }
  } else hash.update(`${JSON.stringify(value) ?? "none"};`);
}
