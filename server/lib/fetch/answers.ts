import type { IncomingMessage } from "node:http";

/** The address is not allowed, or its answer cannot be read; the message is a sentence for people. */
export class FetchRefused extends Error {
  override readonly name = "FetchRefused";
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
