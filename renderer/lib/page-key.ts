import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  pageKeyHeader,
  pageTicketMessage,
  pageTicketMs,
  pageTicketParameter,
} from "../../server/domains/access/browser-sign-ins/model.ts";
import { desktopShell } from "./desktop.ts";
import { readStored, storageKeys, writeStored } from "./storage-keys.ts";

/** Null where the board needs no launch link: it is open, or people sign in to it otherwise. */
export const pageKeyOrNull = (): string | null => desktopShell()?.pageKey ?? readStored(storageKeys.pageKey);

/** Proves that a request comes from the board's own page, and not from another port that the cookie is sent to as well. */
export function pageKeyHeaders(): Record<string, string> {
  const key = pageKeyOrNull();
  return key === null ? {} : { [pageKeyHeader]: key };
}

/** The same for requests that cannot carry a header: pictures, downloads, new tabs, the event stream. */
export function withPageTicket(url: string): string {
  const key = pageKeyOrNull();
  return key === null ? url : ticketed(url, { key, now: Date.now() });
}

/** Tickets made within the same period are equal, so that the browser can cache the answer. */
export function ticketed(url: string, { key, now }: { key: string; now: number }): string {
  const [path = ""] = url.split("?", 1);
  const expires = (Math.floor(now / pageTicketMs) + 2) * pageTicketMs;
  const signer = utf8ToBytes(bytesToHex(sha256(utf8ToBytes(key))));
  const proof = bytesToHex(hmac(sha256, signer, utf8ToBytes(pageTicketMessage(path, expires))));
  return `${url}${url.includes("?") ? "&" : "?"}${pageTicketParameter}=${expires}.${proof}`;
}

/** After a sign-out, the key is of no use. */
export const forgetPageKey = (): void => void writeStored(storageKeys.pageKey, null);
