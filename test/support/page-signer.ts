import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import {
  bindMessage,
  requestMessage,
  signatureHeader,
  startPath,
} from "../../server/domains/access/page-keys/model.ts";

/** The page key of a browser without a screen. */
export interface TestPageKey {
  /** SPKI in base64url. */
  publicKey: string;
  privateKey: KeyObject;
  /** Sent as a header, it has each request signed with this key on its way. */
  header: Record<string, string>;
}

/** Replaced by a signature before anything is sent. */
const signerHeader = "x-test-page-key";
const keys = new Map<string, TestPageKey>();

export function newPageKey(): TestPageKey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = randomBytes(12).toString("hex");
  const key = {
    publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64url"),
    privateKey,
    header: { [signerHeader]: name },
  };
  keys.set(name, key);
  return key;
}

const signature = ({ privateKey }: TestPageKey, message: string): string =>
  sign("sha256", Buffer.from(message), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url");

/** What a page sends to have its key bound, beside the secret it was given. */
export const offerOf = (key: TestPageKey, host: string, secret: string) => ({
  public_key: key.publicKey,
  proof: signature(key, bindMessage({ host, secret })),
});

export interface ToSign {
  host: string;
  method: string;
  /** Path and query. */
  target: string;
  body: string | Uint8Array;
  nonce: string;
  number: number;
}

/** The header that the page would send. */
export function signedHeader(key: TestPageKey, of: ToSign): Record<string, string> {
  const digest = createHash("sha256").update(of.body).digest("base64url");
  const value = [of.nonce, of.number, digest, signature(key, requestMessage({ ...of, digest }))].join(";");
  return { [signatureHeader]: value };
}

/** The same headers, with a signature where a key was named. `nonce` asks the service for one. */
export async function signedHeaders(
  headers: Readonly<Record<string, string>>,
  of: Omit<ToSign, "nonce" | "number">,
  nonce: () => Promise<string>,
): Promise<Record<string, string>> {
  const { [signerHeader]: name, ...rest } = headers;
  const key = keys.get(name ?? "");
  return key ? { ...rest, ...signedHeader(key, { ...of, nonce: await nonce(), number: 1 }) } : rest;
}

const send = globalThis.fetch;

/** A nonce of the service at this origin. */
export async function nonceAt(origin: string): Promise<string> {
  const response = await send(origin + startPath);
  return ((await response.json()) as { start: string }).start;
}

// One place signs for all tests, whatever they ask with.
globalThis.fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  if (headers.get(signerHeader) === null) return send(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  const { body = "" } = init ?? {};
  const signed = await signedHeaders(
    Object.fromEntries(headers),
    {
      host: url.host,
      method: (init?.method ?? "GET").toUpperCase(),
      target: url.pathname + url.search,
      body: typeof body === "string" || body instanceof Uint8Array ? body : "",
    },
    () => nonceAt(url.origin),
  );
  return send(input, { ...init, headers: signed });
};
