import type { Request, RequestHandler } from "express";
import { z } from "zod";
import type { WorkerPool } from "../workers/pool.ts";
import { encodingOf, inflated } from "./body-encoding.ts";
import { notJsonType, tooLarge, unreadable } from "./body-refusals.ts";
import { type Base64Path, type ParsedBody, parseBody, type UnparsedBody } from "./json-body.ts";
import { base64Bytes, type Operation } from "./model.ts";
import { signedBodyCheck } from "./signed-body.ts";

const megabyte = 1024 * 1024;
/** Up to this size a body is parsed on this thread in a few milliseconds; a larger one would delay other requests. */
const largeBytes = 256 * 1024;
const worker = new URL("./body-worker.ts", import.meta.url);

/**
 * Reads a JSON body, compressed or not. One that is too large is refused by its length before it is read, or as soon as what
 * has been inflated exceeds the limit.
 */
export function bodyReader(operation: Operation, workers: Pick<WorkerPool, "run">): RequestHandler[] {
  if (operation.method === "get" || operation.streamedBody === true) return [];
  const { bodyLimit: limit = megabyte } = operation;
  if (operation.rawBody === true) return [rawBodyReader(limit)];
  const base64 = base64Paths(operation.body);

  async function parse(pieces: Uint8Array<ArrayBuffer>[], bytes: number): Promise<ParsedBody> {
    const input: UnparsedBody = { pieces, base64 };
    if (bytes <= largeBytes) return parseBody(input);
    return workers.run({ file: worker, name: "parse", input, transfer: pieces.map(({ buffer }) => buffer) });
  }

  return [
    async (request, _response, next) => {
      refuseByHeaders(request, limit);
      const { pieces, bytes } = await readPieces(request, limit);
      if (bytes > 0) {
        const parsed = await parse(pieces, bytes);
        if (parsed.kind === "refused") throw unreadable(parsed.sentence);
        request.body = parsed.body;
      }
      next();
    },
  ];
}

/** Leaves the bytes as they were before compression. */
const rawBodyReader =
  (limit: number): RequestHandler =>
  async (request, _response, next) => {
    refuseByLength(request, limit);
    const { pieces } = await readPieces(request, limit);
    request.body = Buffer.concat(pieces);
    next();
  };

function refuseByLength({ headers }: Request, limit: number): number {
  const length = Number(headers["content-length"] ?? 0);
  if (length > limit) throw tooLarge(limit);
  return length;
}

function refuseByHeaders(request: Request, limit: number): void {
  const { headers } = request;
  const length = refuseByLength(request, limit);
  if (length === 0 && headers["transfer-encoding"] === undefined) return;
  if (!request.is("application/json")) throw notJsonType();
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers["content-type"] ?? "")?.[1] ?? "utf-8";
  if (!/^utf-?8$/i.test(charset)) throw unreadable();
}

/** Collects packets into pieces of a megabyte, which can be transferred to a thread. */
async function readPieces(
  request: Request,
  limit: number,
): Promise<{ pieces: Uint8Array<ArrayBuffer>[]; bytes: number }> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let open: Buffer[] = [];
  let openBytes = 0;
  let bytes = 0;
  const signed = signedBodyCheck(request);
  const close = (): void => {
    const piece = new Uint8Array(openBytes);
    let at = 0;
    for (const chunk of open) {
      piece.set(chunk, at);
      at += chunk.byteLength;
    }
    pieces.push(piece);
    open = [];
    openBytes = 0;
  };
  const encoding = encodingOf(request.headers["content-encoding"]);
  try {
    for await (const chunk of encoding === null ? chunksOf(request) : inflated(request, encoding)) {
      bytes += chunk.byteLength;
      if (bytes > limit) throw tooLarge(limit);
      signed.add(chunk);
      open.push(chunk);
      openBytes += chunk.byteLength;
      if (openBytes >= megabyte) close();
    }
  } catch (error) {
    // Otherwise the next request on this connection would wait behind what is left of the body.
    request.resume();
    throw error;
  }
  if (openBytes > 0) close();
  signed.end();
  return { pieces, bytes };
}

/** Does not destroy the request when it stops early, because the refusal still has to be sent. */
async function* chunksOf(request: Request): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    // The caller disconnected before the end.
    throw unreadable(undefined, cause);
  }
}

/** Where a body's schema declares `base64Bytes`, so that it is decoded before the body is validated. */
export function base64Paths(schema: unknown): Base64Path[] {
  if (schema === base64Bytes) return [[]];
  if (schema instanceof z.ZodArray) return base64Paths(schema.element).map((path) => ["*", ...path]);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) =>
      base64Paths(part).map((path) => [key, ...path]),
    );
  const inner = (schema as { def?: { innerType?: unknown } } | undefined)?.def?.innerType;
  return inner === undefined ? [] : base64Paths(inner);
}
