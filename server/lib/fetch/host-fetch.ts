import type { IncomingMessage, RequestOptions } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { readWhole } from "./answers.ts";
import { followRedirects } from "./redirects.ts";

interface HostRequest {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Text alone is sent. */
  body?: unknown;
  redirect?: "error" | "follow" | "manual" | undefined;
  signal?: AbortSignal | undefined;
}

/** What the clients of hosts read of a `Response`. */
interface HostAnswer {
  ok: boolean;
  status: number;
  statusText: string;
  url: string;
  headers: {
    get(name: string): string | null;
    entries(): Iterable<[string, string]>;
    [Symbol.iterator](): Iterator<[string, string]>;
  };
  arrayBuffer(): Promise<ArrayBuffer>;
  json(): Promise<unknown>;
  text(): Promise<string>;
}

export type HostFetch = (address: string | URL, init?: HostRequest) => Promise<HostAnswer>;

const mostBytes = 64 * 1_048_576;
const unzip = promisify(gunzip);

/**
 * `fetch` for the clients of hosts that the owner configured and that are asked every minute. It takes a third of the
 * processor time of the built-in one, and keeps nothing of a request, no timer either, once it is answered. An answer is read
 * whole, within the time limit. A redirect is followed for GET alone, without the credential if it leads to another origin.
 */
export function hostFetch({ limitMs }: { limitMs: number }): HostFetch {
  return async (address, { method = "GET", headers: given = {}, body, redirect = "follow", signal } = {}) => {
    if (body !== undefined && typeof body !== "string") throw new TypeError("Only text can be sent");
    let headers: Record<string, string> = { ...given, "accept-encoding": "gzip" };
    const how = { method, redirect };
    const { answer, url } = await followRedirects(new URL(address), how, {
      ask: (at) => exchange(at, { method, headers, ...(signal && { signal }) }, { body, limitMs }),
      headOf: ({ head }) => head,
      dropCredential: () => void (headers = withoutCredential(headers)),
    });
    return answerOf(answer, url);
  };
}

interface Exchanged {
  head: IncomingMessage;
  body: Buffer;
}

/** Over a connection that is kept for the next request to the host. */
function exchange(
  url: URL,
  options: RequestOptions,
  { body, limitMs }: { body: string | undefined; limitMs: number },
): Promise<Exchanged> {
  const { request } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
  return new Promise((resolve, reject) => {
    const sent = request(url, options);
    const timer = setTimeout(() => {
      reject(new DOMException(`${url.host} took too long to answer`, "TimeoutError"));
      sent.destroy();
    }, limitMs);
    sent.on("close", () => clearTimeout(timer));
    sent.on("error", reject);
    sent.on("response", (head) => {
      readWhole(head, mostBytes).then((read) => resolve({ head, body: read }), reject);
    });
    sent.end(body);
  });
}

const withoutCredential = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "authorization"));

async function answerOf({ head, body }: Exchanged, url: URL): Promise<HostAnswer> {
  const { statusCode: status = 0, statusMessage: statusText = "", headers } = head;
  const isZipped = headers["content-encoding"] === "gzip" && body.length > 0;
  const read = isZipped ? await unzip(body, { maxOutputLength: mostBytes }) : body;
  const fields = new Map(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const text = async (): Promise<string> => read.toString();
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    url: url.href,
    headers: {
      get: (name) => fields.get(name.toLowerCase()) ?? null,
      entries: () => fields.entries(),
      [Symbol.iterator]: () => fields.entries(),
    },
    arrayBuffer: async () => new Uint8Array(read).buffer,
    json: async () => JSON.parse(await text()),
    text,
  };
}
