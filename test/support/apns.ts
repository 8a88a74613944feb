import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createSecureServer, type Http2Session, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import type { TestFolder } from "./test-folder.ts";

export interface Pushed {
  path: string;
  headers: Record<string, string>;
  payload: Record<string, unknown>;
  /** From the bearer token, whose signature was valid. */
  claims: Record<string, unknown>;
}

interface ApnsAnswer {
  status: number;
  reason?: string;
  timestamp?: number;
}

export interface FakeApns extends AsyncDisposable {
  url: string;
  /** The settings with which a service uses this server. */
  settings: { key: string; keyId: string; teamId: string; topic: string; url: string; ca: string };
  pushed: Pushed[];
  /** The number of connections opened so far. */
  connections(): number;
  /** The next answers, in order; after them every message is accepted. */
  willAnswer(...answers: ApnsAnswer[]): void;
  /** Resolves with the next message that was not read yet. */
  next(): Promise<Pushed>;
}

/** A fake of Apple's push service on loopback: HTTP/2 over TLS, with its paths, headers, tokens and refusals. */
export async function startApns(folder: Pick<TestFolder, "at">): Promise<FakeApns> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = folder.at("AuthKey_TEST.p8");
  await writeFile(key, privateKey.export({ type: "pkcs8", format: "pem" }));
  const certificate = await generate([{ name: "commonName", value: "127.0.0.1" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  const ca = folder.at("apns-ca.pem");
  await writeFile(ca, certificate.cert);

  const server = createSecureServer({ key: certificate.private, cert: certificate.cert });
  const sessions = new Set<Http2Session>();
  let connections = 0;
  server.on("session", (session) => {
    connections += 1;
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  const pushed: Pushed[] = [];
  const unseen: Pushed[] = [];
  const waiting: ((message: Pushed) => void)[] = [];
  const answers: ApnsAnswer[] = [];
  server.on("stream", (stream, headers) => {
    void bodyOf(stream).then((body) => {
      const message = readMessage(headers as Record<string, string>, body, publicKey);
      const answer = answers.shift() ?? { status: 200 };
      pushed.push(message);
      const heard = waiting.shift();
      if (heard) heard(message);
      else unseen.push(message);
      stream.respond({ ":status": answer.status });
      const { status, ...said } = answer;
      stream.end(status === 200 ? "" : JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    settings: { key, keyId: "KEY1234567", teamId: "TEAM123456", topic: "dev.signalbox.app", url, ca },
    pushed,
    connections: () => connections,
    willAnswer: (...given) => void answers.push(...given),
    next() {
      const message = unseen.shift();
      if (message) return Promise.resolve(message);
      return new Promise((resolve) => waiting.push(resolve));
    },
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(stream: ServerHttp2Stream): Promise<string> {
  let body = "";
  for await (const piece of stream.setEncoding("utf8")) body += String(piece);
  return body;
}

/** Throws if Apple would not accept the sender. */
function readMessage(headers: Record<string, string>, body: string, key: KeyObject): Pushed {
  const [, head = "", claims = "", signature = ""] =
    /^bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(headers["authorization"] ?? "") ?? [];
  const signed = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey(key.export({ type: "spki", format: "pem" })), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!signed) throw new Error("The provider token is not signed with the key");
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  return {
    path: headers[":path"] ?? "",
    headers,
    payload: JSON.parse(body) as Record<string, unknown>,
    claims: { ...read(head), ...read(claims) },
  };
}
