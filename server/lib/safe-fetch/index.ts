import { lookup as lookUp } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./addresses.ts";

export interface SafeFetchOptions {
  /** The owner lets this address be asked although it may lie in a private network. */
  mayBePrivate?(url: URL): boolean;
  /** Every address of a name; the system's resolver unless told. */
  resolve?(name: string): Promise<readonly { address: string; family: number }[]>;
  timeoutMs?: number;
  /** Of an answer's body. */
  mostBytes?: number;
}

/** The address may not be asked, or its answer not be read; the message is a sentence for a person. */
export class FetchRefused extends Error {
  override readonly name = "FetchRefused";
}

const mostRedirects = 3;
const redirects: readonly number[] = [301, 302, 303, 307, 308];
const bodiless: readonly number[] = [204, 205, 304];

const resolveAll = (name: string) => lookUp(name, { all: true });

/**
 * `fetch` for addresses that a caller or a foreign document chose. It reaches public addresses only: a name is
 * resolved once for each connection, every address it has is judged, and those very ones are dialled. Redirects are
 * followed for GET alone, each judged like the first. Throws `FetchRefused`, or the network's own error.
 */
export function safeFetch(options: SafeFetchOptions = {}): typeof fetch {
  const { timeoutMs = 10_000, mostBytes = 1_048_576 } = options;

  return async (input, init) => {
    const first = new Request(input, init);
    const body = first.body === null ? null : Buffer.from(await first.arrayBuffer());
    const signal = AbortSignal.any([first.signal, AbortSignal.timeout(timeoutMs)]);
    const { method, headers } = first;
    let url = new URL(first.url);
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const answer = await send(url, { method, headers, body, signal, options });
      const target = first.redirect === "manual" ? null : redirectTarget(answer, url);
      if (target === null) return readAnswer(answer, mostBytes);
      answer.destroy();
      if (method !== "GET" || first.redirect === "error")
        throw new FetchRefused(`${url.host} answered with a redirect, which is not followed here`);
      if (target.origin !== url.origin) headers.delete("authorization");
      url = target;
    }
    throw new FetchRefused(`${first.url} redirects more than ${mostRedirects} times`);
  };
}

interface Sending {
  method: string;
  headers: Headers;
  body: Buffer | null;
  signal: AbortSignal;
  options: SafeFetchOptions;
}

async function send(url: URL, { method, headers, body, signal, options }: Sending): Promise<IncomingMessage> {
  judgeUrl(url);
  const lookup = await judgedLookup(url, options);
  const { request } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      signal,
      agent: false,
      headers: { ...Object.fromEntries(headers), "accept-encoding": "identity" },
      lookup,
    });
    sent.on("response", resolve).on("error", reject);
    sent.end(body ?? undefined);
  });
}

function judgeUrl(url: URL): void {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new FetchRefused(`${url.protocol} is no address of the web`);
  if (url.username !== "" || url.password !== "")
    throw new FetchRefused(`The address at ${url.host} must not contain a user name or password`);
}

function judgeAddress(address: string, host: string): void {
  if (isPublicAddress(address)) return;
  throw new FetchRefused(
    `${host} is in a private network. To allow it, list the host in SERVICE_ALLOW_PRIVATE_HOSTS.`,
  );
}

/** What is dialled is what was judged: one answer of the resolver serves both. */
async function judgedLookup(url: URL, options: SafeFetchOptions): Promise<LookupFunction> {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(name);
  // A literal is dialled without a look-up.
  const found = family === 0 ? await (options.resolve ?? resolveAll)(name) : [{ address: name, family }];
  if (options.mayBePrivate?.(url) !== true) for (const { address } of found) judgeAddress(address, url.host);
  const [first] = found;
  if (!first) throw new FetchRefused(`${name} has no address`);
  return (_name, { all }, done) => {
    if (all === true) done(null, [...found]);
    else done(null, first.address, first.family);
  };
}

function redirectTarget({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (!redirects.includes(statusCode) || headers.location === undefined) return null;
  const target = URL.parse(headers.location, from.href);
  if (!target) throw new FetchRefused(`${from.host} redirects to what is no address`);
  if (from.protocol === "https:" && target.protocol !== "https:")
    throw new FetchRefused(`${from.host} redirects from https to ${target.protocol}`);
  return target;
}

async function readAnswer(answer: IncomingMessage, mostBytes: number): Promise<Response> {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = answer;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.byteLength;
    if (size > mostBytes) throw new FetchRefused(`The answer is larger than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return new Response(bodiless.includes(status) ? null : Buffer.concat(pieces), {
    status,
    statusText,
    headers,
  });
}
