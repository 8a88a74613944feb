import { z } from "zod";
import { operation } from "../../../http/model.ts";

/** The header in which the board's page proves that a request is its own: nonce, number, digest of the body, signature. */
export const signatureHeader = "x-signalbox-signature";
/** With a 401: a nonce of this start of the service, with which the page may sign once more. */
export const startHeader = "x-signalbox-start";

/** Where a page gets its nonce. Open to everyone: a nonce proves nothing by itself. */
export const startPath = "/ui/start";
/** Where the page that ends a sign-in brings its public key. */
export const bindPath = "/ui/page_key";

/** Where the board's origin keeps the private key, which no script can read (IndexedDB). */
export const pageKeyDatabase = "signalbox-page-key";
/** Names the key that the origin has; renderer/lib/storage-keys.ts declares the same one. Not a secret. */
export const pageKeyStorage = "signalbox.page-key-id";

/** What proves the same for requests that cannot carry a header: pictures, downloads, the event stream. */
export const pageTicketParameter = "page_ticket";
/** How long a ticket is valid. Its end is rounded up to a multiple of this, so that the URL of a picture stays the same for a while. */
export const pageTicketMs = 3_600_000;
/** What a ticket's HMAC-SHA256 covers: the whole target before the ticket itself. `expires` in epoch ms. */
export const pageTicketMessage = (of: { host: string; target: string; expires: number }): string =>
  ["signalbox-ticket-1", of.host, of.target, of.expires].join("\n");

/** What the signature of a request covers. `digest`: SHA-256 of the body, in base64url. */
export const requestMessage = (of: {
  method: string;
  host: string;
  target: string;
  digest: string;
  nonce: string;
  number: number;
}): string =>
  ["signalbox-request-1", of.method, of.host, of.target, of.digest, of.nonce, of.number].join("\n");

/** What proves, at the sign-in, that the page has the private key. `secret` is the launch code, or what the page was given. */
export const bindMessage = (of: { host: string; secret: string }): string =>
  ["signalbox-key-1", of.host, of.secret].join("\n");

const pageTicketKey = z.object({
  /** Null where the board needs no sign-in. */
  key: z.string().nullable(),
  /** The service's time in epoch ms. */
  now: z.number(),
});
export type PageTicketKey = z.infer<typeof pageTicketKey>;

export const pageKeyOperations = {
  getPageTicketKey: operation({
    id: "getPageTicketKey",
    method: "get",
    path: "/page_ticket_key",
    summary:
      "Get the key for the tickets of requests that cannot be signed, valid until the service restarts",
    callers: ["board"],
    response: pageTicketKey,
  }),
} as const;
