import { z } from "zod";

/**
 * Who may call an operation:
 * `api` an api-grant key; `native` the phone's token, any grant; `human` its token on an acts-as-you grant only
 * (api keys and relay-only get 403); `quick_router`, `external_app` keys of those grants; `mcp` an access token
 * for /mcp; `anyone` no credential at all; `board` only the person at the board.
 * The board may call everything that `api`, `native` or `human` may.
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

/** An answer that is not JSON. */
export interface RawResponse {
  readonly kind: "text" | "empty" | "events" | "binary";
  readonly contentType: string;
}

/** The declaration of an operation: routes, validation, OpenAPI, the typed client and tests are derived from it. */
export interface Operation {
  readonly id: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** Below the base, with `{name}` for a path parameter. */
  readonly path: string;
  /** `api` = /api/v1 (and /ui/v1 for the board); `root` = as written. */
  readonly base?: "api" | "root";
  /**
   * Where a key may be sent besides X-API-Key. `either`: also in `Authorization: Bearer`. `bearer`: only there, as the
   * published client does; requests without one go to the board's pages.
   */
  readonly keyIn?: "either" | "bearer";
  /** For the 401, so that a client finds where to get a token: the path of the metadata (RFC 9728) and a scope. */
  readonly challenge?: { readonly resourceMetadata: string; readonly scope: string };
  /** Its number in docs/requirements.md. */
  readonly source?: string;
  readonly summary: string;
  readonly callers: readonly Caller[];
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  /** The label of the 422 for a body that the schema refuses; `Validation failed` by default. */
  readonly invalidLabel?: string;
  /** The handler reads the body itself: `request.body` is its bytes, of any type. */
  readonly rawBody?: boolean;
  /** The handler reads the request as it arrives, and bounds it. */
  readonly streamedBody?: boolean;
  /** In bytes; 1 MiB by default. A larger body is refused with 413 before it is read. */
  readonly bodyLimit?: number;
  readonly response: z.ZodType | RawResponse;
  /** The success status; 200 by default. */
  readonly status?: number;
  /** Further success statuses. */
  readonly otherStatuses?: readonly number[];
  /** The answer has a secret that is shown once, so it is not stored for a repeated idempotency key. */
  readonly secretAnswer?: boolean;
  /** Refusals beyond 401 and 422. */
  readonly errors?: readonly number[];
  /** What a person confirms outside the page before the board's request is carried out. */
  readonly confirm?: ConfirmRule;
}

/** An act that needs the person again, and what its words say of this input; null if it needs nobody. */
export interface ConfirmRule {
  readonly act: string;
  facts(input: unknown): object | null;
}

export const operation = <const O extends Operation>(declaration: O): O => declaration;

export const plainText = { kind: "text", contentType: "text/plain; charset=utf-8" } as const;
export const noContent = { kind: "empty", contentType: "application/json" } as const;
export const zipFile = { kind: "binary", contentType: "application/zip" } as const;
export const eventStream = { kind: "events", contentType: "text/event-stream" } as const;

/**
 * Base64 from a caller, as bytes; null if it is invalid, for the handler to report. It is decoded before the body is
 * checked, for large bodies in another thread.
 */
export const base64Bytes: z.ZodType<Uint8Array | null, string> = z
  .custom<Uint8Array | null>((value) => value === null || value instanceof Uint8Array, "Send base64")
  .meta({ override: { type: "string", contentEncoding: "base64" } }) as unknown as z.ZodType<
  Uint8Array | null,
  string
>;

/** `true`, `1`, `false`, `0` or empty; anything else counts as false. */
export const queryFlag = () =>
  z
    .union([z.boolean(), z.string()])
    .transform((value) => value === true || value === "true" || value === "1")
    .optional();

/** R6: pages from 1, 25 per page, at most 100. Out-of-range values are clamped (X34). */
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

/** Newest first: at most 200 of those before `before`. An invalid `before` is ignored (X34). */
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
/** The parsed input of a handler. */
export interface InputOf<O extends Operation> {
  params: Output<Part<O, "params">>;
  query: Output<Part<O, "query">>;
  body: Output<Part<O, "body">>;
}
