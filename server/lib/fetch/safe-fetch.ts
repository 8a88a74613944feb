import { lookup as lookUp } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./addresses.ts";
import { FetchRefused, readWhole } from "./answers.ts";
import { followRedirects } from "./redirects.ts";

export interface SafeFetchOptions {
  /** Whether the owner allows this address although it may be in a private network. */
  mayBePrivate?(url: URL): boolean;
  /** Resolves a name to all its addresses; by default with the system's resolver. */
  resolve?(name: string): Promise<readonly { address: string; family: number }[]>;
  timeoutMs?: number;
  /** The maximum size of an answer's body. */
  mostBytes?: number;
}

const bodiless: readonly number[] = [204, 205, 304];

const resolveAll = (name: string) => lookUp(name, { all: true });

/**
 * `fetch` for addresses chosen by a caller or a document from elsewhere. It reaches only public addresses: a name is resolved
 * once per connection, all its addresses are checked, and only these are connected to. Redirects are followed only for GET,
 * each checked like the first. Throws `FetchRefused`, or the network's own error.
 */
export function safeFetch(options: SafeFetchOptions = {}): typeof fetch {
  const { timeoutMs = 10_000, mostBytes = 1_048_576 } = options;

  return async (input, init) => {
    const first = new Request(input, init);
    const body = first.body === null ? null : Buffer.from(await first.arrayBuffer());
    const signal = AbortSignal.any([first.signal, AbortSignal.timeout(timeoutMs)]);
    const { method, headers } = first;
    const { answer } = await followRedirects(new URL(first.url), first, {
      ask: (url) => send(url, { method, headers, body, signal, options }),
      headOf: (head) => head,
      dropCredential: () => headers.delete("authorization"),
    });
    return readAnswer(answer, mostBytes);
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
  checkUrl(url);
  const lookup = await checkedLookup(url, options);
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

function checkUrl(url: URL): void {
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new FetchRefused(`Only http and https addresses are allowed, not ${url.protocol}`);
  if (url.username !== "" || url.password !== "")
    throw new FetchRefused(`The address at ${url.host} must not contain a user name or password`);
}

function checkAddress(address: string, host: string): void {
  if (isPublicAddress(address)) return;
  throw new FetchRefused(
    `${host} is in a private network. To allow it, list the host in SERVICE_ALLOW_PRIVATE_HOSTS.`,
  );
}

/** Connects to exactly the addresses that were checked: one answer of the resolver is used for both. */
async function checkedLookup(url: URL, options: SafeFetchOptions): Promise<LookupFunction> {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(name);
  // An IP address is used without a lookup.
  const found = family === 0 ? await (options.resolve ?? resolveAll)(name) : [{ address: name, family }];
  if (options.mayBePrivate?.(url) !== true) for (const { address } of found) checkAddress(address, url.host);
  const [first] = found;
  if (!first) throw new FetchRefused(`${name} has no address`);
  return (_name, { all }, done) => {
    if (all === true) done(null, [...found]);
    else done(null, first.address, first.family);
  };
}

async function readAnswer(answer: IncomingMessage, mostBytes: number): Promise<Response> {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = answer;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  const body = await readWhole(answer, mostBytes);
  return new Response(bodiless.includes(status) ? null : body, { status, statusText, headers });
}
