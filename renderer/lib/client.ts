import type { z } from "zod";
import { readApiError, unreachable } from "./api-error.ts";

type Shape = z.ZodObject<z.ZodRawShape>;
type RawResponse = { readonly kind: "text" | "empty" | "events" | "binary"; readonly contentType: string };

/** What the client needs of an operation's declaration; those of the domains' models fit it. */
export interface ApiOperation {
  readonly id: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: string;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  readonly response: z.ZodType | RawResponse;
}

type Part<O, K extends string> = O extends { readonly [P in K]: infer T } ? T : undefined;
type Sent<K extends string, T> = [T] extends [z.ZodType]
  ? Record<never, never> extends z.input<T>
    ? { [P in K]?: z.input<T> }
    : { [P in K]: z.input<T> }
  : unknown;

/** What a caller hands in for an operation. */
export type RequestOf<O extends ApiOperation> = Sent<"params", Part<O, "params">> &
  Sent<"query", Part<O, "query">> &
  Sent<"body", Part<O, "body">>;

/** What a caller gets back. */
export type ResultOf<O extends ApiOperation> = O["response"] extends z.ZodType
  ? z.output<O["response"]>
  : O["response"] extends { kind: "text" }
    ? string
    : undefined;

type Plain = string | number | boolean | null | undefined;

interface LooseRequest {
  params?: Readonly<Record<string, Plain>>;
  query?: Readonly<Record<string, Plain | readonly Plain[]>>;
  body?: unknown;
}

const apiBase = "/ui/v1";

/** Lists repeat their key with brackets; what is null or undefined is left out. */
function queryText(query: NonNullable<LooseRequest["query"]>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (typeof value === "object") for (const item of value) search.append(`${key}[]`, String(item));
    else search.append(key, String(value));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

export function urlOf(operation: ApiOperation, request: LooseRequest): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(request.params?.[name] ?? "")),
  );
  return `${apiBase}${path}${queryText(request.query ?? {})}`;
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return isJson ? (JSON.parse(text) as unknown) : text;
}

/** While developing, an answer that differs from its declaration fails here and not three screens later. */
function checked(operation: ApiOperation, body: unknown): unknown {
  if (!import.meta.env.DEV || "kind" in operation.response) return body;
  return operation.response.parse(body);
}

export interface CallOptions {
  signal?: AbortSignal;
  /** For tests. */
  send?: typeof fetch;
  signIn?(): void;
}

/** Nobody is signed in here any more. The sign-in leads back to this page; drafts are kept meanwhile. */
function signInAgain(): void {
  location.assign(`/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Calls an operation at the board's own door. Throws `ApiError`, or an AbortError when `signal` aborts. */
export async function call<O extends ApiOperation>(
  operation: O,
  request: RequestOf<O>,
  { signal, send = fetch, signIn = signInAgain }: CallOptions = {},
): Promise<ResultOf<O>> {
  const parts = request as LooseRequest;
  const writes = operation.method !== "get";
  const response = await send(urlOf(operation, parts), {
    method: operation.method.toUpperCase(),
    credentials: "same-origin",
    headers: { accept: "application/json", ...(writes && { "content-type": "application/json" }) },
    ...(writes && { body: JSON.stringify(parts.body ?? {}) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable(error);
  });
  const body = await bodyOf(response).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable(error);
  });
  if (response.status === 401) signIn();
  if (!response.ok) throw readApiError(response.status, body);
  return checked(operation, body) as ResultOf<O>;
}
