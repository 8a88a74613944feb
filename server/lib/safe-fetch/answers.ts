import type { IncomingMessage } from "node:http";

/** The address is not allowed, or its answer cannot be read; the message is a sentence for people. */
export class FetchRefused extends Error {
  override readonly name = "FetchRefused";
}

export const mostRedirects = 3;
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** Where an answer redirects to; null if it does not. */
export function redirectTarget({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (!redirects.includes(statusCode) || headers.location === undefined) return null;
  const target = URL.parse(headers.location, from.href);
  if (!target) throw new FetchRefused(`${from.host} redirects to an invalid address`);
  if (from.protocol === "https:" && target.protocol !== "https:")
    throw new FetchRefused(`${from.host} redirects from https to ${target.protocol}`);
  return target;
}

export function readWhole(answer: IncomingMessage, mostBytes: number): Promise<Buffer<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>();
  const pieces: Buffer[] = [];
  let size = 0;
  answer.on("data", (piece: Buffer) => {
    size += piece.byteLength;
    if (size > mostBytes) answer.destroy(new FetchRefused(`The answer is larger than ${mostBytes} bytes`));
    else pieces.push(piece);
  });
  answer.on("end", () => resolve(Buffer.concat(pieces)));
  answer.on("error", reject);
  return promise;
}
