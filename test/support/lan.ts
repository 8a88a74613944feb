import { createHash, X509Certificate } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import type { Device, Pairing, PairingLink } from "../../server/domains/access/devices/model.ts";
import type { Fingerprints, LanState } from "../../server/domains/access/lan/model.ts";
import { startPath } from "../../server/domains/access/page-keys/model.ts";
import { type BoardService, startBoardService } from "./board.ts";
import { newPageKey, offerOf, signedHeaders, type TestPageKey } from "./page-signer.ts";
import type { startTestService } from "./service.ts";
import { finishOf } from "./sign-in.ts";

export interface LanAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The fingerprint of the server's certificate, without colons. */
  fingerprint: string;
  /** SHA-256 of its public key, in base64. */
  publicKey: string;
  protocol: string | null;
}

export interface LanRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The address of this machine that the request comes from. */
  from?: string | undefined;
}

/** The page keys of devices, by their cookies. */
const deviceKeys = new Map<string, TestPageKey>();

/** Signs a request of a device's page, which a test names as the headers of a key. */
async function signedFor(origin: string, path: string, sent: LanRequest): Promise<LanRequest> {
  const { method = "GET", body = "", headers = {} } = sent;
  const of = { host: new URL(origin).host, method, target: path, body };
  const signed = await signedHeaders(headers, of, async () => {
    const answer = await askLan(origin, startPath);
    return (JSON.parse(answer.body) as { start: string }).start;
  });
  return { ...sent, headers: signed };
}

/** What the page of the device with this cookie sends. */
export const deviceHeaders = (cookie: string): Record<string, string> => ({
  cookie,
  ...deviceKeys.get(cookie)?.header,
});

/** Sends a request to the listener for the local network and accepts any certificate. */
export async function askLan(origin: string, path: string, given: LanRequest = {}): Promise<LanAnswer> {
  const sent = await signedFor(origin, path, given);
  return new Promise((resolve, reject) => {
    const asked = send(origin, path, sent, (answer) => {
      const socket = answer.socket as TLSSocket;
      const shown = {
        fingerprint: fingerprintOf(socket),
        publicKey: publicKeyOf(socket),
        protocol: socket.getProtocol(),
      };
      text(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, ...shown }),
        reject,
      );
    });
    asked.on("error", reject);
  });
}

/** Follows the board's live events as a device. Resolves once they arrive, with a promise that resolves when they end. */
export async function followLan(origin: string, cookie: string): Promise<{ ended: Promise<void> }> {
  const { headers = {} } = await signedFor(origin, "/ui/v1/events", { headers: deviceHeaders(cookie) });
  return new Promise((resolve, reject) => {
    const asked = send(origin, "/ui/v1/events", { headers }, (answer) => {
      const ended = Promise.withResolvers<void>();
      answer.once("data", () => resolve({ ended: ended.promise }));
      answer.on("data", () => undefined);
      answer.on("close", ended.resolve);
      // A cut connection counts as ended.
      answer.on("error", () => ended.resolve());
      if (answer.statusCode !== 200) reject(new Error(`No stream: ${answer.statusCode}`));
    });
    asked.on("error", reject);
  });
}

function send(origin: string, path: string, sent: LanRequest, take: (answer: IncomingMessage) => void) {
  const { method = "GET", headers = {}, body, from } = sent;
  const options = { method, headers, agent: false, rejectUnauthorized: false, localAddress: from };
  const asked = request(origin + path, options, take);
  asked.end(body);
  return asked;
}

const fingerprintOf = (socket: TLSSocket): string =>
  socket.getPeerCertificate().fingerprint256.replaceAll(":", "");

function publicKeyOf(socket: TLSSocket): string {
  const { publicKey } = new X509Certificate(socket.getPeerCertificate().raw);
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64");
}

export interface LanService extends BoardService {
  origin: string;
  lan: LanState;
}

/** A service that the owner opened to the local network. */
export async function startLanService(
  options: Parameters<typeof startTestService>[0] = {},
): Promise<LanService> {
  const service = await startBoardService(options);
  return { ...service, ...(await openLan(service)) };
}

export async function openLan({ board }: BoardService): Promise<{ origin: string; lan: LanState }> {
  const { body } = await board.call<{ lan: LanState }>("PUT", "/lan", { open: true });
  const [origin] = body.lan.origins;
  if (origin === undefined) throw new Error(`The network is not open: ${JSON.stringify(body)}`);
  return { origin, lan: body.lan };
}

export interface Invitation {
  pairing: Pairing;
  code: string;
  places: PairingLink[];
  fingerprints: Fingerprints;
}

export async function invite(
  { board }: BoardService,
  privilege: "act_as_human" | "relay_only" = "act_as_human",
): Promise<Invitation> {
  const { body, status } = await board.call<Invitation>("POST", "/device_pairings", { privilege });
  if (status !== 201) throw new Error(`No code: ${JSON.stringify(body)}`);
  return body;
}

const cookiesOf = ({ headers }: LanAnswer): string[] =>
  (headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? "");

/** A phone's browser without a screen: it keeps cookies and sends the origin of forms. */
export function phoneBrowser(origin: string, { from }: { from?: string } = {}) {
  const jar = new Map<string, string>();

  async function ask(path: string, sent: LanRequest = {}): Promise<LanAnswer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { "user-agent": phoneAgent, ...(cookie !== "" && { cookie }), ...sent.headers };
    const answer = await askLan(origin, path, { from, ...sent, headers });
    for (const pair of cookiesOf(answer)) {
      const [name = "", value = ""] = pair.split("=");
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /** Has a key bound, as the script of the page that ends the pairing does. */
  async function bindKey(token: string): Promise<void> {
    const key = newPageKey();
    const headers = { "content-type": "application/json", origin };
    const body = JSON.stringify({ token, ...offerOf(key, new URL(origin).host, token) });
    const answer = await ask("/ui/page_key", { method: "POST", headers, body });
    if (answer.status !== 200) throw new Error(`The key was not bound: ${answer.status} ${answer.body}`);
    const device = [...jar].find(([name]) => name.endsWith("_device"));
    if (device) deviceKeys.set(device.join("="), key);
  }

  return {
    jar,
    ask,
    /** Submits the form of the pairing page at `path`. */
    async bring(
      code: string,
      {
        name = "My phone",
        path = "/pair",
        headers: added = {},
      }: { name?: string; path?: string; headers?: Record<string, string> } = {},
    ): Promise<LanAnswer> {
      const page = await ask(path);
      const hidden = [...page.body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
      const body = new URLSearchParams({ code, name });
      for (const [, field = "", value = ""] of hidden) body.set(field, value.replaceAll("&amp;", "&"));
      const type = "application/x-www-form-urlencoded";
      const headers = { origin, "sec-fetch-site": "same-origin", "content-type": type, ...added };
      return ask("/pair", { method: "POST", headers, body: body.toString() });
    },
    /**
     * Follows the redirects of the pairing, up to the last one: to the board, where its key is bound first, or to an app.
     */
    async follow(answer: LanAnswer): Promise<LanAnswer> {
      const finish = finishOf(answer.body);
      if (finish) await bindKey(finish.token);
      const path = stepOf(answer, origin);
      return path === null ? answer : this.follow(await ask(path));
    },
  };
}

/** The next step of the pairing; null if the answer leads elsewhere or nowhere. */
export function stepOf({ headers: { location } }: LanAnswer, origin: string): string | null {
  const url = location === undefined ? null : new URL(location, origin);
  const isStep = url?.origin === origin && /^\/(?:oauth\/authorize|pair\/callback)$/.test(url.pathname);
  return isStep ? url.pathname + url.search : null;
}

const phoneAgent =
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";

/** Enters a code like a phone's browser, all the way to the board. */
export async function bringCode(origin: string, code: string, name = "My phone"): Promise<LanAnswer> {
  const phone = phoneBrowser(origin);
  return phone.follow(await phone.bring(code, { name }));
}

export interface PairedDevice extends Device {
  cookie: string;
  /** Calls the board's API as this device. */
  call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
}

/** A phone that is signed in to the board. */
export async function pairDevice(
  service: LanService,
  privilege: "act_as_human" | "relay_only" = "act_as_human",
): Promise<PairedDevice> {
  const { code } = await invite(service, privilege);
  const answer = await bringCode(service.origin, code);
  const cookie = cookiesOf(answer).find((pair) => pair.includes("_device=")) ?? "";
  if (answer.status !== 200 || cookie === "") throw new Error(`Not paired: ${answer.status} ${answer.body}`);
  const { body } = await service.board.call<{ devices: Device[] }>("GET", "/devices");
  const newest = body.devices.toSorted((a, b) => b.id - a.id)[0];
  if (!newest) throw new Error("The device is not listed");
  return { ...newest, cookie, call: callerAt(service.origin, cookie) };
}

export function callerAt(origin: string, cookie: string): PairedDevice["call"] {
  return async (method, path, body) => {
    const writes = method !== "GET";
    const answer = await askLan(origin, `/ui/v1${path}`, {
      method,
      headers: { ...deviceHeaders(cookie), ...(writes && { "content-type": "application/json", origin }) },
      ...(writes && { body: JSON.stringify(body ?? {}) }),
    });
    return { status: answer.status, body: JSON.parse(answer.body) as Record<string, unknown> };
  };
}
