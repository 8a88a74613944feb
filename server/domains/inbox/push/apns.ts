import { readFile } from "node:fs/promises";
import type { ClientHttp2Session, IncomingHttpHeaders } from "node:http2";
import type { Clock } from "../../../lib/clock.ts";
import { apnsKey } from "./apns-key.ts";
import { type ApnsSettings, type ApnsVerdict, apnsConfig, apnsOrigin, apnsVerdictOf } from "./rules.ts";

const idleMs = 60_000;
const answerMs = 10_000;

export interface ApnsMessage {
  device: { token: string; environment: "sandbox" | "production" };
  /** JSON of at most 4,096 bytes. */
  payload: string;
  /** At most 64 bytes; a later message with the same id replaces this one. */
  collapseId: string;
  /** Epoch ms; Apple keeps trying until then. */
  expiresAt: number;
}

/** `unset`: none of the settings is given, so push to phones is not wanted. */
export type ApnsProblem =
  | { kind: "unset" }
  | { kind: "unreadable_key" }
  | { kind: "incomplete"; missing: readonly string[] };

export interface ApnsAnswer {
  verdict: Exclude<ApnsVerdict, "reconnect">;
  /** Apple's reason if the message was not sent, else empty. */
  reason: string;
  /** Epoch ms since when Apple has considered the token invalid. */
  goneSince: number | null;
}

export type ApnsSender = ReturnType<typeof apnsSender>;

/** A client of Apple's push service, with one connection per host that is closed when idle. */
export function apnsSender(settings: ApnsSettings, clock: Clock) {
  const config = apnsConfig(settings);
  const key = "missing" in config ? null : apnsKey(config, clock);
  const connections = connectionsTo(settings.ca);

  async function post(message: ApnsMessage): Promise<{ status: number; reason: string; timestamp?: number }> {
    if ("missing" in config || key === null) throw new Error("Apple's push service is not set up");
    const { device, payload, collapseId, expiresAt } = message;
    const token = await key.token();
    const connection = await connections.to(apnsOrigin(device.environment, settings.url));
    const { status, body } = await exchange(connection, payload, {
      ":method": "POST",
      ":path": `/3/device/${device.token}`,
      authorization: `bearer ${token}`,
      "apns-topic": config.topic,
      "apns-push-type": "alert",
      "apns-priority": "10",
      "apns-expiration": String(Math.floor(expiresAt / 1_000)),
      "apns-collapse-id": collapseId,
    });
    return { reason: "", ...refusalIn(body), status };
  }

  return {
    /** Why nothing can be sent; null if it can. */
    async problem(): Promise<ApnsProblem | null> {
      if (!("missing" in config)) {
        return key === null
          ? { kind: "unset" }
          : key.read().then(
              () => null,
              () => ({ kind: "unreadable_key" }),
            );
      }
      if (config.missing.length === 4) return { kind: "unset" };
      return { kind: "incomplete", missing: config.missing };
    },
    isConfigured: key !== null,

    /** Rejects if Apple does not answer. */
    async send(message: ApnsMessage): Promise<ApnsAnswer> {
      let answer = await post(message);
      let verdict = apnsVerdictOf(answer.status, answer.reason);
      if (verdict === "reconnect") {
        key?.forget();
        answer = await post(message);
        verdict = apnsVerdictOf(answer.status, answer.reason);
      }
      const goneSince = answer.timestamp ?? null;
      return { verdict: verdict === "reconnect" ? "refused" : verdict, reason: answer.reason, goneSince };
    },
    close: connections.close,
  };
}

function refusalIn(body: string): { reason?: string; timestamp?: number } {
  try {
    const { reason, timestamp } = JSON.parse(body) as { reason?: unknown; timestamp?: unknown };
    return {
      ...(typeof reason === "string" && { reason }),
      ...(typeof timestamp === "number" && { timestamp }),
    };
  } catch {
    return {}; // A success has no body, and a proxy in between may answer with a page.
  }
}

function connectionsTo(ca: string | null) {
  const open = new Map<string, ClientHttp2Session>();
  return {
    async to(origin: string): Promise<ClientHttp2Session> {
      const { connect } = await import("node:http2");
      const trust = ca === null ? {} : { ca: await readFile(ca) };
      const held = open.get(origin);
      if (held && !held.closed && !held.destroyed) return held;
      const session = connect(origin, trust);
      // Open requests fail on their own; without a listener the error would end the process.
      session.on("error", () => session.destroy());
      session.setTimeout(idleMs, () => session.close());
      open.set(origin, session);
      return session;
    },
    close(): void {
      for (const session of open.values()) session.destroy();
    },
  };
}

function exchange(
  connection: ClientHttp2Session,
  payload: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const stream = connection.request(headers);
    let status = 0;
    let body = "";
    stream.setEncoding("utf8");
    stream.setTimeout(answerMs, () => stream.destroy(new Error("Apple's push service did not answer")));
    stream.on("response", (answer: IncomingHttpHeaders) => {
      status = Number(answer[":status"]);
    });
    stream.on("data", (piece: string) => {
      body += piece;
    });
    stream.on("end", () => resolve({ status, body }));
    // Has no effect after `end`; a connection that breaks earlier may emit nothing else.
    stream.on("close", () => reject(new Error("The connection to Apple's push service broke")));
    stream.on("error", reject);
    stream.end(payload);
  });
}
