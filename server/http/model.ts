import { z } from "zod";

/**
 * Who may call an operation:
 * `api` an api-grant key; `native` the phone's token, any grant; `human` its token on an acts-as-you grant only
 * (api keys and relay-only get 403); `quick_router`, `external_app` keys of those grants; `mcp` an access token
 * for /mcp; `anyone` no credential at all; `board` the person at the screen, and nobody else.
 * The board may call whatever `api`, `native` or `human` may.
 */
export type Caller =
  | "api"
  | "native"
  | "human"
  | "quick_router"
  | "external_app"
  | "mcp"
  | "anyone"
  | "board";

type Shape = z.ZodObject<z.ZodRawShape>;

/** What is sent back besides JSON. */
export interface RawResponse {
  readonly kind: "text" | "empty" | "events" | "binary";
  readonly contentType: string;
}

/** One declaration per operation: routes, validation, OpenAPI, the typed client and the walking test come from it. */
export interface Operation {
  readonly id: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** Below the base, with `{name}` for a path parameter. */
  readonly path: string;
  /** `api` = /api/v1 (and /ui/v1 for the board); `root` = as written. */
  readonly base?: "api" | "root";
  /**
   * Where a key may stand besides X-API-Key. `either`: also in `Authorization: Bearer`. `bearer`: only there, as the
   * published client sends it; without one the address is left to the board's pages.
   */
  readonly keyIn?: "either" | "bearer";
  /** What a 401 says, by which a client finds who gives it a token, and for what: a path (RFC 9728) and a scope. */
  readonly challenge?: { readonly resourceMetadata: string; readonly scope: string };
  /** Its number in docs/requirements.md. */
  readonly source?: string;
  readonly summary: string;
  readonly callers: readonly Caller[];
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  /** Bytes; 1 MiB unless told. A larger body is 413 before it is read. */
  readonly bodyLimit?: number;
  readonly response: z.ZodType | RawResponse;
  /** Success status; 200 unless told. */
  readonly status?: number;
  /** Further success statuses. */
  readonly otherStatuses?: readonly number[];
  /** Refusals beyond 401 and 422. */
  readonly errors?: readonly number[];
}

export const operation = <const O extends Operation>(declaration: O): O => declaration;

export const plainText = { kind: "text", contentType: "text/plain; charset=utf-8" } as const;
export const noContent = { kind: "empty", contentType: "application/json" } as const;
export const zipFile = { kind: "binary", contentType: "application/zip" } as const;
export const eventStream = { kind: "events", contentType: "text/event-stream" } as const;

/**
 * What a caller sends as base64, as bytes; null where it is none, for the handler to name. It is decoded before the
 * body is checked, that of a large body in another thread.
 */
export const base64Bytes: z.ZodType<Uint8Array | null, string> = z
  .custom<Uint8Array | null>((value) => value === null || value instanceof Uint8Array, "Send base64")
  .meta({ override: { type: "string", contentEncoding: "base64" } }) as unknown as z.ZodType<
  Uint8Array | null,
  string
>;

/** `true`, `1`, `false`, `0` or empty; anything else counts as false, as in the service's own pages. */
export const queryFlag = () =>
  z
    .union([z.boolean(), z.string()])
    .transform((value) => value === true || value === "true" || value === "1")
    .optional();

/** R6: page from 1, 25 a page, at most 100. Out-of-range values are clamped (X34). */
export const pageQuery = {
  page: z.coerce
    .number<number>()
    .catch(1)
    .transform((n) => Math.min(Math.max(Math.trunc(n) || 1, 1), 1_000_000))
    .default(1),
  per_page: z.coerce
    .number<number>()
    .catch(25)
    .transform((n) => Math.min(Math.max(Math.trunc(n) || 25, 1), 100))
    .default(25),
};

/** Newest first: so many, at most 200, of those before `before`. What is no place: the newest, as without it (X34). */
export const backwardsQuery = {
  limit: z.coerce
    .number<number>()
    .catch(50)
    .transform((n) => Math.min(Math.max(Math.trunc(n) || 50, 1), 200))
    .default(50),
  before: z.coerce.number<number>().int().optional().catch(undefined),
};

export const pagination = z
  .object({
    page: z.number().int(),
    per_page: z.number().int(),
    total_count: z.number().int().nullable(),
    total_pages: z.number().int().nullable(),
  })
  .meta({ id: "Pagination" });
export type Pagination = z.infer<typeof pagination>;

export function paginate(total: number, { page, per_page }: { page: number; per_page: number }): Pagination {
  return { page, per_page, total_count: total, total_pages: Math.ceil(total / per_page) };
}

export const errorBody = z
  .looseObject({ error: z.string(), message: z.string(), messages: z.array(z.string()) })
  .meta({ id: "Error" });

type Output<T> = T extends z.ZodType ? z.output<T> : never;
type Part<O, K extends string> = O extends { readonly [P in K]: infer T } ? T : undefined;
/** What a handler gets, parsed. */
export interface InputOf<O extends Operation> {
  params: Output<Part<O, "params">>;
  query: Output<Part<O, "query">>;
  body: Output<Part<O, "body">>;
}
