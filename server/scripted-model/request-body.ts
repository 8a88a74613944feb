import type { IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";

const decoders: Readonly<Record<string, (data: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
  zstd: zstdDecompressSync,
};

/** The whole body as decompressed text. Rejects if the client disconnects before its end. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const data = Buffer.concat(chunks);
  const decode = decoders[request.headers["content-encoding"] ?? ""];
  return (decode?.(data) ?? data).toString("utf8");
}

/** Returns null if the body is empty or not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
