import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from "node:zlib";
import type { Request } from "express";
import { Refusal } from "../lib/errors.ts";
import { unknownEncoding, unreadable } from "./body-refusals.ts";
import { text } from "./text.ts";

/** A frame can ask for a window of gigabytes, which would be taken at once. RFC 9659 allows 8 MB in HTTP. */
const largestWindow = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const decoders = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: () => createZstdDecompress(largestWindow),
};

type Encoding = keyof typeof decoders;
const isEncoding = (name: string): name is Encoding => Object.hasOwn(decoders, name);

/** Null for a body as it is. Throws 415 for an encoding that is not read, and for several. */
export function encodingOf(header: string | undefined): Encoding | null {
  const name = (header ?? "").trim().toLowerCase();
  if (name === "" || name === "identity") return null;
  if (!isEncoding(name)) throw unknownEncoding(name);
  return name;
}

/** The bytes of a compressed body as they are inflated. The reader counts them and stops at a limit. The request stays open. */
export async function* inflated(request: Request, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = decoders[encoding]();
  request.once("error", (cause) => decoder.destroy(unreadable(undefined, cause)));
  request.pipe(decoder);
  try {
    yield* decoder as AsyncIterable<Buffer>;
  } catch (cause) {
    throw cause instanceof Refusal ? cause : unreadable(text.notInflated(encoding), cause);
  } finally {
    request.unpipe(decoder);
  }
}
