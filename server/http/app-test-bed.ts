import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { systemClock } from "../lib/clock.ts";
import { Refusal } from "../lib/errors.ts";
import { workerPool } from "../workers/pool.ts";
import { type AppOptions, createApp } from "./app.ts";
import { boardAuth } from "./board-auth.ts";

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON; throws if it is not JSON. */
  json(): unknown;
}

/** The whole HTTP surface on a loopback port, with `good` as the only key. Its log is recorded. */
export async function serveApp(options: Partial<AppOptions> = {}) {
  const logged: Record<string, unknown>[] = [];
  const workers = workerPool({ log: (error) => void logged.push({ err: error }) });
  const app = createApp({
    endpoints: [],
    credentials: {
      key(key) {
        if (key === "good") return { kind: "api_key", id: 1, name: "good", source: "env", grant: "api" };
        throw new Refusal({ status: 401, label: "Unauthorized", messages: ["Invalid or missing API key"] });
      },
      token: () => null,
    },
    boardAuth: boardAuth({
      secret: "of this folder",
      openTo: "machine",
      browsers: { withCookie: () => null, fromPage: () => null },
    }),
    guard: { names: [], lanOpen: false },
    clock: systemClock,
    log: pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line)) }),
    workers,
    baseUrl: () => "http://signalbox.example",
    validateResponses: true,
    version: "1.2.3",
    ...options,
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  /** Sends exactly this path and these headers. A body that is not a string is sent as JSON. */
  function send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<Reply> {
    const payload = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const type = payload === undefined ? {} : { "content-type": "application/json" };
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: "127.0.0.1", port, method, path, headers: { ...type, ...headers } },
        (answer) => {
          text(answer).then(
            (content) =>
              resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                text: content,
                json: () => JSON.parse(content) as unknown,
              }),
            reject,
          );
        },
      );
      sent.on("error", reject);
      sent.end(payload);
    });
  }

  return {
    send,
    logged,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
      await workers.close();
    },
  };
}
