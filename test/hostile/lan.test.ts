import { readFile, stat } from "node:fs/promises";
import { connect as connectTcp, type Socket } from "node:net";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Device } from "../../server/domains/access/devices/model.ts";
import { mostConnections, mostConnectionsOfAddress } from "../../server/domains/access/lan/rules.ts";
import { differencesOf, openServiceDatabase } from "../support/database-dump.ts";
import { everythingIn } from "../support/everything-in.ts";
import {
  askLan,
  invite,
  type LanAnswer,
  type LanService,
  pairDevice,
  phoneBrowser,
  startLanService,
} from "../support/lan.ts";
import { allOperations, pathOf } from "../support/operations.ts";
import { finishOf } from "../support/sign-in.ts";

/** Attacks by a device of the local network that nobody paired. */

let service: LanService;
let port: number;

beforeAll(async () => {
  service = await startLanService();
  port = Number(new URL(service.origin).port);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Sends these bytes over TLS and resolves with everything that was answered until the connection was closed. */
function sendRaw(bytes: string, tls: { servername?: string; ALPNProtocols?: string[] } = {}) {
  return new Promise<string>((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ...tls });
    let answered = "";
    socket.on("secureConnect", () => socket.write(bytes));
    socket.on("data", (data) => {
      answered += data.toString("latin1");
    });
    // What it broke off with does not matter.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answered));
  });
}

const statusesIn = (answered: string): number[] =>
  [...answered.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));

/** A request line, headers with a Host, and what follows them. */
const message = (line: string, headers: readonly string[] = [], rest = ""): string =>
  `${[line, `Host: 127.0.0.1:${port}`, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n${rest}`;
const inner = (): string => message("GET /pair HTTP/1.1");
const post = "POST /pair HTTP/1.1";
const get = "GET /ui/v1/sessions HTTP/1.1";
const chunked = "Transfer-Encoding: chunked";

describe("a message that a browser would not send", () => {
  it.each<[string, () => string]>([
    ["a length and chunks", () => message(post, ["Content-Length: 4", chunked], `0\r\n\r\n${inner()}`)],
    ["chunks and a length", () => message(post, [chunked, "Content-Length: 5"], `0\r\n\r\n${inner()}`)],
    ["two lengths", () => message(post, ["Content-Length: 0", "Content-Length: 5"], inner())],
    ["two lengths in one header", () => message(post, ["Content-Length: 0, 5"], inner())],
    ["a length with a sign", () => message(post, ["Content-Length: +0"], inner())],
    ["a length in hexadecimal", () => message(post, ["Content-Length: 0x0"], inner())],
    ["a coding after chunks", () => message(post, ["Transfer-Encoding: chunked, identity"], inner())],
    ["a coding that looks like chunks", () => message(post, ["Transfer-Encoding: xchunked"], inner())],
    ["chunks, said with a tab", () => message(post, ["Transfer-Encoding:\vchunked"], `0\r\n\r\n${inner()}`)],
    ["a space before the colon", () => message(post, ["Content-Length : 5"], inner())],
    ["a folded header", () => message(post, ["Transfer-Encoding:", " chunked"], `0\r\n\r\n${inner()}`)],
    ["a folded length", () => message(post, ["X: a", " b", "Content-Length: 0"], inner())],
    ["bare line feeds", () => message(post, ["Content-Length: 0"], inner()).replaceAll("\r\n", "\n")],
    ["bare carriage returns", () => message(post, ["X: a\rContent-Length: 0"], inner())],
    ["a chunk size that overflows", () => message(post, [chunked], `1${"0".repeat(16)}\r\n${inner()}`)],
    ["a chunk that ends with a line feed", () => message(post, [chunked], `1\r\nx\n0\r\n\r\n${inner()}`)],
    ["a header with a zero byte", () => message(post, ["X: a\0b", "Content-Length: 0"], inner())],
    ["no host", () => "GET /pair HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["no host, in an older version", () => "GET /pair HTTP/1.0\r\n\r\n"],
    ["an empty host", () => "GET /pair HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"],
    ["a foreign host before its own", () => inner().replace("Host:", "Host: evil.example\r\nHost:")],
    ["its own host before a foreign one", () => message("GET /pair HTTP/1.1", ["Host: evil.example"])],
    ["a host with a user name", () => inner().replace("Host: ", "Host: localhost@")],
    ["a host with a path", () => inner().replace(/Host: .*/, "Host: 127.0.0.1/localhost")],
    ["a host that ends early", () => inner().replace(/Host: .*/, "Host: 127.0.0.1\0.evil.example")],
    ["loopback's own name as its host", () => inner().replace("127.0.0.1", "localhost")],
    ["loopback of IPv6 as its host", () => inner().replace("127.0.0.1", "[::1]")],
    ["an absolute target", () => message(`GET https://127.0.0.1:${port}/pair HTTP/1.1`)],
    ["an absolute target elsewhere", () => message("GET http://127.0.0.1:22/ HTTP/1.1")],
    ["every target", () => message("OPTIONS * HTTP/1.1")],
    ["a target without a slash", () => message("GET pair HTTP/1.1")],
    ["two slashes and a host", () => message("GET //127.0.0.1/ui/v1/sessions HTTP/1.1")],
    ["a path that climbs out", () => message("GET /pair/../ui/v1/sessions HTTP/1.1")],
    ["an encoded path that climbs out", () => message("GET /assets/%2e%2e/%2e%2e/signalbox.db HTTP/1.1")],
    ["a tunnel", () => message("CONNECT 127.0.0.1:22 HTTP/1.1")],
    ["an upgrade to a web socket", () => message(get, ["Upgrade: websocket", "Sec-WebSocket-Version: 13"])],
    ["an upgrade to HTTP/2", () => message(get, ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"])],
    ["the first bytes of HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["no TLS inside TLS", () => "\x16\x03\x01\x00\x05hello\r\n\r\n"],
    ["endless headers", () => message(get, [`X: ${"x".repeat(100_000)}`])],
    [
      "a thousand headers",
      () =>
        message(
          get,
          Array.from({ length: 5_000 }, (_, n) => `X${n}: x`),
        ),
    ],
  ])("gets one refusal at most: %s", async (_what, bytes) => {
    const statuses = statusesIn(await sendRaw(bytes()));
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect(status).toBeGreaterThanOrEqual(400);
  });

  it.each<[string, { servername?: string; ALPNProtocols?: string[] }]>([
    ["loopback", { servername: "localhost" }],
    ["another site", { servername: "evil.example" }],
    ["nothing that is a name", { servername: "a_b..c" }],
    ["HTTP/2 alone", { ALPNProtocols: ["h2"] }],
  ])("opens nothing by a handshake that asks for %s", async (_what, tls) => {
    expect(statusesIn(await sendRaw(inner().replace("127.0.0.1", "localhost"), tls))).not.toContain(200);
    expect(statusesIn(await sendRaw(message(get), tls))).not.toContain(200);
  });
});

/** Headers by which a proxy says where a request comes from and where it should go. */
const pretended: Record<string, string> = {
  "x-forwarded-for": "127.0.0.1",
  "x-forwarded-host": "localhost",
  "x-forwarded-proto": "http",
  forwarded: "for=127.0.0.1;host=localhost;proto=http",
  "x-real-ip": "127.0.0.1",
  "x-original-url": "/up",
  "x-rewrite-url": "/up",
  "x-http-method-override": "GET",
  via: "1.1 localhost",
};

describe("every operation", () => {
  it.each<[string, () => Record<string, string>]>([
    ["without a credential", () => ({})],
    [
      "with all that the owner's browser sends, and headers that pretend loopback",
      () => ({ ...service.board.headers, ...pretended }),
    ],
  ])("is closed to the network %s", async (_what, headers) => {
    using data = openServiceDatabase(service);
    const before = data.dump();
    const opened: string[] = [];
    for (const operation of allOperations.filter(({ callers }) => !callers.includes("anyone"))) {
      const bases = operation.base === "root" ? [""] : ["/ui/v1", "/api/v1"];
      const answers = bases.map(async (base) => {
        const path = base + pathOf(operation, { id: "1", session_id: "1" });
        const { status } = await askLan(service.origin, path, asPage(operation.method, headers()));
        if (![400, 401, 403, 404].includes(status)) opened.push(`${operation.method} ${path}: ${status}`);
      });
      await Promise.all(answers);
    }
    expect(opened).toEqual([]);
    expect(differencesOf(before, data.dump())).toEqual([]);
  });

  it.each(["_device", "_pairing", "_sign_in"])("takes no cookie of loopback as %s", async (name) => {
    const headers = { cookie: service.board.cookie.replace(/_[a-z]+=/, `${name}=`) };
    expect((await askLan(service.origin, "/ui/v1/sessions", { headers })).status).toBe(401);
    expect((await askLan(service.origin, "/", { headers })).headers.location).toBe("/pair");
  });

  it("takes no cookie of a device on loopback, whatever a proxy is made to say", async () => {
    const { cookie } = await pairDevice(service);
    for (const [more, status] of [
      [{}, 401],
      [pretended, 403],
      [{ "x-forwarded-proto": "https" }, 403],
    ] as const) {
      const answer = await fetch(`${service.url}/ui/v1/sessions`, { headers: { cookie, ...more } });
      expect(answer.status).toBe(status);
    }
    await service.board.call("DELETE", "/devices");
  });
});

function asPage(method: string, headers: Record<string, string>) {
  if (method === "get") return { headers };
  return {
    method: method.toUpperCase(),
    headers: { "content-type": "application/json", origin: service.origin, ...headers },
    body: "{}",
  };
}

describe("pairing codes", () => {
  const wrong = "ABCD-EFGH";
  const statuses = (answers: readonly LanAnswer[]): number[] =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b);

  it("are tried ten times by one address, also at the same moment and with other addresses' names", async () => {
    await using own = await startLanService();
    const guesses = Array.from({ length: 30 }, (_, n) =>
      phoneBrowser(own.origin).bring(wrong, {
        headers: { ...pretended, "x-forwarded-for": `192.0.2.${n}`, forwarded: `for=192.0.2.${n}` },
      }),
    );
    const answers = statuses(await Promise.all(guesses));
    expect(answers).toEqual([...Array(10).fill(422), ...Array(20).fill(429)]);
  });

  it("are not closed to others by who guesses, from however many addresses", async (context) => {
    context.skip(process.platform !== "linux", "only Linux has every address of 127.0.0.0/8");
    await using own = await startLanService();
    for (let n = 2; n < 8; n += 1) {
      const guesser = phoneBrowser(own.origin, { from: `127.0.0.${n}` });
      for (let tried = 0; tried < 10; tried += 1) expect((await guesser.bring(wrong)).status).toBe(422);
      expect((await guesser.bring(wrong)).status).toBe(429);
    }
    const { code } = await invite(own);
    expect((await phoneBrowser(own.origin, { from: "127.0.0.2" }).bring(code)).status).toBe(429);
    const phone = phoneBrowser(own.origin);
    expect(finishOf((await phone.follow(await phone.bring(code))).body)?.returnTo).toBe("/");
  });

  it("give each of two phones at once what its own code allows, and no other's", async () => {
    const [acting, relaying] = [await invite(service), await invite(service, "relay_only")];
    const [mine, theirs] = [phoneBrowser(service.origin), phoneBrowser(service.origin)];
    const [good, other] = await Promise.all([mine.bring(acting.code), theirs.bring(relaying.code)]);
    const stolen = await theirs.ask(good.headers.location ?? "");
    expect(new URL(stolen.headers.location ?? "", service.origin).pathname).toBe("/pair");
    await Promise.all([mine.follow(good), theirs.follow(other)]);
    const { body } = await service.board.call<{ devices: Device[] }>("GET", "/devices");
    expect(body.devices.map(({ privilege }) => privilege).toSorted()).toEqual(["act_as_human", "relay_only"]);
    await service.board.call("DELETE", "/devices");
  });

  it.each([
    ["used", (code: string) => phoneBrowser(service.origin).bring(code)],
    ["canceled", (_: string, id: number) => service.board.call("DELETE", `/device_pairings/${id}`)],
  ])("open nothing once they are %s", async (_what, end) => {
    const { code, pairing } = await invite(service);
    await end(code, pairing.id);
    expect((await phoneBrowser(service.origin).bring(code)).status).toBe(422);
  });

  it.each([
    ["a pattern", "%%%%-%%%%"],
    ["a pattern of letters", "________"],
    ["an empty text", " "],
    ["much more than a code", "A".repeat(201)],
    ["letters of other scripts", "ＡＢＣＤＥＦＧＨ"],
    ["another statement", "A' OR '1'='1"],
  ])("are not %s", async (_what, code) => {
    await invite(service);
    expect((await phoneBrowser(service.origin).bring(code)).status).toBe(422);
  });
});

it("the key of the certificate is nowhere in clear, and every file is the owner's alone", async () => {
  const folder = join(service.folder, "data");
  const files = (await everythingIn(folder)).filter((one) => one.isFile());
  const seen: string[] = [];
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    if (((await stat(path)).mode & 0o077) !== 0) seen.push(`${path} is open`);
    if (/PRIVATE KEY|cHJpdmF0ZSBrZX/i.test((await readFile(path)).toString("latin1"))) seen.push(path);
  }
  expect(files.length).toBeGreaterThan(3);
  expect(seen).toEqual([]);
});

describe("a flood of connections", () => {
  const held: Socket[] = [];
  afterEach(async () => {
    for (const socket of held.splice(0)) socket.destroy();
    await expect.poll(isReachable).toBe(true);
  });

  const isReachable = (): Promise<boolean> =>
    askLan(service.origin, "/up").then(
      ({ status }) => status === 200,
      () => false,
    );
  const open = (): number => held.filter(({ destroyed }) => !destroyed).length;

  /** Opens connections that are silent, halfway through a handshake, or halfway through a request. */
  async function flood(count: number, from: string): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, n) => hold(n % 3, from)));
  }

  function hold(how: number, localAddress: string): Promise<void> {
    const raw = connectTcp({ port, host: "127.0.0.1", localAddress });
    held.push(raw);
    raw.on("error", () => undefined);
    if (how === 1) raw.write(Buffer.from("1603010200010001fc0303", "hex"));
    if (how === 2) {
      const secure = connect({ socket: raw, rejectUnauthorized: false });
      secure.on("error", () => undefined);
      secure.on("secureConnect", () => secure.write("GET /up HTTP/1.1\r\nHost: "));
    } else raw.resume();
    return new Promise((resolve) => raw.once("connect", () => resolve()).once("close", () => resolve()));
  }

  /** How many of this many further requests are answered. */
  async function answered(count: number, from: string): Promise<number> {
    const asked = Array.from({ length: count }, () => askLan(service.origin, "/up", { from }));
    return (await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled").length;
  }

  it("gets one address no more places than a browser needs", async (context) => {
    context.skip(process.platform !== "linux", "only Linux has every address of 127.0.0.0/8");
    await flood(mostConnectionsOfAddress, "127.0.0.9");
    const more = await answered(mostConnectionsOfAddress, "127.0.0.9");
    expect(more + open()).toBeLessThanOrEqual(mostConnectionsOfAddress);
    expect(await isReachable()).toBe(true);
  });

  it("from many addresses leaves the board of this machine its own", async (context) => {
    context.skip(process.platform !== "linux", "only Linux has every address of 127.0.0.0/8");
    const addresses = mostConnections / mostConnectionsOfAddress;
    for (let n = 10; n < 10 + addresses; n += 1) await flood(mostConnectionsOfAddress, `127.0.0.${n}`);
    const more = await answered(mostConnectionsOfAddress, "127.0.0.99");
    expect(more + open()).toBeLessThanOrEqual(mostConnections);
    expect((await service.board.call("GET", "/counts")).status).toBe(200);
    expect((await service.call("GET", "/sessions")).status).toBe(200);
  });

  it("ends when the owner closes the network", async () => {
    await flood(30, "127.0.0.1");
    await expect.poll(open).toBe(30);
    await service.board.call("PUT", "/lan", { open: false });
    await expect.poll(open).toBe(0);
    const { body } = await service.board.call<{ lan: LanService["lan"] }>("PUT", "/lan", { open: true });
    Object.assign(service, { origin: body.lan.origins[0] });
    port = Number(new URL(service.origin).port);
  });
});
