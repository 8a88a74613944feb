import type { z } from "zod";
import { parseApiError, unreachable } from "./api-error.ts";
import { confirmOutside, neededConfirmation, rememberFocus } from "./confirmations.ts";
import { pageKeyHeaders, withPageTicket } from "./page-key.ts";

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

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return isJson ? (JSON.parse(text) as unknown) : text;
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
}

/** Redirects to the sign-in page, which leads back to this page. Drafts are kept. */
function redirectToSignIn(): void {
  location.assign(`/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`);
}

/**
 * Calls an operation of the board's API. If a person has to confirm it outside the page, it is repeated once they have.
 * Throws `ApiError`, or an AbortError when `signal` aborts.
 */
export async function callApi<O extends ApiOperation>(
  operation: O,
  request: RequestOf<O>,
  { signal, send = fetch, signIn = redirectToSignIn, confirm = confirmOutside }: CallOptions = {},
): Promise<ResultOf<O>> {
  const returnFocus = rememberFocus();
  let confirmedBy: Record<string, string> = {};
  for (;;) {
    const { response, body } = await ask(operation, request as LooseRequest, {
      send,
      headers: confirmedBy,
      ...(signal && { signal }),
    });
    const needed = neededConfirmation(response.status, body);
    if (needed) {
      confirmedBy = await confirm(needed, { signal, returnFocus });
      continue;
    }
    if (response.status === 401) signIn();
    if (!response.ok) throw parseApiError(response.status, body);
    return checkResponse(operation, body) as ResultOf<O>;
  }
}

async function ask(
  operation: ApiOperation,
  parts: LooseRequest,
  { send, headers, signal }: { send: typeof fetch; headers: Record<string, string>; signal?: AbortSignal },
): Promise<{ response: Response; body: unknown }> {
  const writes = operation.method !== "get";
  try {
    const response = await send(apiUrl(operation, parts), {
      method: operation.method.toUpperCase(),
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        ...pageKeyHeaders(),
        ...(writes && { "content-type": "application/json" }),
        ...headers,
      },
      ...(writes && { body: JSON.stringify(parts.body ?? {}) }),
      ...(signal && { signal }),
    });
    return { response, body: await readBody(response) };
  } catch (error) {
    throw signal?.aborted ? error : unreachable(error);
  }
}
