import { FetchRefused } from "./answers.ts";

const bodiless: readonly number[] = [101, 204, 205, 304];

/** The built-in `fetch` for a server that the owner configured, through the owner's proxy. A longer answer is refused. */
export const limitedFetch =
  (mostBytes: number) =>
  async (address: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(address, init);
    const { status, statusText, headers } = answer;
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of answer.body ?? []) {
      size += piece.byteLength;
      if (size > mostBytes) throw new FetchRefused(`The answer is larger than ${mostBytes} bytes`);
      pieces.push(piece);
    }
    const body = bodiless.includes(status) ? null : Buffer.concat(pieces);
    return new Response(body, { status, statusText, headers });
  };
