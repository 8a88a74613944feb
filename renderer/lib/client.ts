import type { z } from "zod";
import { parseApiError, unreachable } from "./api-error.ts";
import { confirmOutside, neededConfirmation, rememberFocus } from "./confirmations.ts";
import { checkConnection, noteContact, noteStoredAnswer, withinReach } from "./connection.ts";
import { rejectedBy, takeEarlyRead } from "./early-reads.ts";
import { leaveFor } from "./leave.ts";
import {
  doubtSignature,
  hasTickets,
  renewSignature,
  signedHeaders,
  ticketsReady,
  withPageTicket,
} from "./page-signer.ts";
import { storeAnswer, storedAnswer } from "./stored-answers.ts";
import { pageWriteKeys, type Write, type WriteKeys, writeKeyHeader } from "./write-keys.ts";

type Shape = z.ZodObject<z.ZodRawShape>;
type RawResponse = { readonly kind: "text" | "empty" | "events" | "binary"; readonly contentType: string };

/** The part of an operation's declaration that the client needs. */
export interface ApiOperation {
  readonly id: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: string;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  readonly response: z.ZodType | RawResponse;
}

type PartOf<O, K extends string> = O extends { readonly [P in K]: infer T } ? T : undefined;
type RequestPart<K extends string, T> = [T] extends [z.ZodType]
  ? Record<never, never> extends z.input<T>
    ? { [P in K]?: z.input<T> }
    : { [P in K]: z.input<T> }
  : unknown;

/** The request that a caller passes for an operation. */
export type RequestOf<O extends ApiOperation> = RequestPart<"params", PartOf<O, "params">> &
  RequestPart<"query", PartOf<O, "query">> &
  RequestPart<"body", PartOf<O, "body">>;

/** The result of an operation. */
export type ResultOf<O extends ApiOperation> = O["response"] extends z.ZodType
  ? z.output<O["response"]>
  : O["response"] extends { kind: "text" }
    ? string
    : undefined;

type Primitive = string | number | boolean | null | undefined;

interface LooseRequest {
  params?: Readonly<Record<string, Primitive>>;
  query?: Readonly<Record<string, Primitive | readonly Primitive[]>>;
  body?: unknown;
}

const apiBase = "/ui/v1";

/** Repeats a list's key with brackets; omits null and undefined. */
function queryString(query: NonNullable<LooseRequest["query"]>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (typeof value === "object") for (const item of value) search.append(`${key}[]`, String(item));
    else search.append(key, String(value));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

export function apiUrl(operation: ApiOperation, request: LooseRequest): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(request.params?.[name] ?? "")),
  );
  return `${apiBase}${path}${queryString(request.query ?? {})}`;
}

/** The URL of a request that the browser makes by itself: a picture, a download, a new tab. */
export const linkUrl = (operation: ApiOperation, request: LooseRequest): string =>
  withPageTicket(apiUrl(operation, request));

const isJson = (response: Response): boolean =>
  response.headers.get("content-type")?.includes("json") === true;

function parseBody(response: Response, text: string): unknown {
  if (text === "") return undefined;
  return isJson(response) ? (JSON.parse(text) as unknown) : text;
}

/** In development, a response that does not match its declaration fails here rather than somewhere in the UI. */
function checkResponse(operation: ApiOperation, body: unknown): unknown {
  if (!import.meta.env.DEV || "kind" in operation.response) return body;
  return operation.response.parse(body);
}

export interface CallOptions {
  signal?: AbortSignal;
  /** For tests. */
  send?: typeof fetch;
  signIn?(): void;
  confirm?: typeof confirmOutside;
  keys?: WriteKeys;
}

/** Redirects to the sign-in page, which leads back to this page. Drafts are kept; the key of the ended sign-in is not. */
const redirectToSignIn = (): void =>
  // `refused`: the cookie may still be known, and would lead straight back.
  leaveFor(`/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}&refused`);

/**
 * Calls an operation of the board's API. If a person has to confirm it outside the page, it is repeated once they have. A
 * write that got no answer keeps its key for the next time the same is sent, so that it is not carried out twice.
 * Throws `ApiError`, or an AbortError when `signal` aborts.
 */
export async function callApi<O extends ApiOperation>(
  operation: O,
  request: RequestOf<O>,
  options: CallOptions = {},
): Promise<ResultOf<O>> {
  const { signal, send = fetch, signIn = redirectToSignIn, confirm = confirmOutside } = options;
  const { keys = pageWriteKeys } = options;
  const returnFocus = rememberFocus();
  const sent = sentRequest(operation, request as LooseRequest);
  const key = sent.write && keys.keyFor(sent.write);
  let headers: Record<string, string> = key === null ? {} : { [writeKeyHeader]: key };
  for (;;) {
    const { response, body } = await ask(sent, { send, headers, ...(signal && { signal }) }).catch(
      (error: unknown) => {
        if (sent.write && key !== null) keys.lost(sent.write, key);
        throw error;
      },
    );
    const needed = neededConfirmation(response.status, body);
    if (needed) {
      headers = { ...headers, ...(await confirm(needed, { signal, returnFocus })) };
      continue;
    }
    if (sent.write && key !== null) noteOutcome(keys, { write: sent.write, key, ok: response.ok });
    if (response.status === 401) signIn();
    if (!response.ok) throw parseApiError(response.status, body);
    return checkResponse(operation, body) as ResultOf<O>;
  }
}

/** The service forgets the key of a write that it refused, so that keeping it is harmless. */
function noteOutcome(keys: WriteKeys, { write, key, ok }: { write: Write; key: string; ok: boolean }): void {
  if (ok) keys.settled(write);
  else keys.lost(write, key);
}

interface SentRequest {
  operation: string;
  url: string;
  method: string;
  /** Null if nothing is changed. */
  write: Write | null;
}

function sentRequest(operation: ApiOperation, parts: LooseRequest): SentRequest {
  const url = apiUrl(operation, parts);
  const body = JSON.stringify(parts.body ?? {});
  return {
    operation: operation.id,
    url,
    method: operation.method.toUpperCase(),
    write: operation.method === "get" ? null : { operation: operation.id, url, body },
  };
}

async function ask(
  { operation, url, method, write }: SentRequest,
  { send, headers, signal }: { send: typeof fetch; headers: Record<string, string>; signal?: AbortSignal },
): Promise<{ response: Response; body: unknown }> {
  try {
    return await withinReach(async (limited) => {
      const sign = (): Promise<Record<string, string>> =>
        Promise.race([signedHeaders(method, url, write?.body), rejectedBy(limited)]);
      const sendSigned = async (): Promise<Response> =>
        send(url, {
          method,
          credentials: "same-origin",
          headers: {
            accept: "application/json",
            ...(await sign()),
            ...(write && { "content-type": "application/json" }),
            ...headers,
          },
          ...(write && { body: write.body }),
          signal: limited,
        });
      const tickets = hasTickets() ? null : ticketsReady();
      const first = await ((write ? undefined : takeEarlyRead(url, limited)) ?? sendSigned());
      const response = renewSignature(first) ? await sendSigned() : first;
      const text = await response.text();
      if (tickets !== null) await Promise.race([tickets, rejectedBy(limited)]);
      noteContact();
      if (!write && response.ok && isJson(response)) storeAnswer({ operation, url }, text);
      return { response, body: parseBody(response, text) };
    }, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    doubtSignature();
    void checkConnection();
    const stored = write ? null : await storedAnswer({ operation, url });
    if (!stored) throw unreachable(error);
    noteStoredAnswer(stored.at);
    return { response: new Response(), body: JSON.parse(stored.text) as unknown };
  }
}
