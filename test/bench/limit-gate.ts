import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface LimitGate extends AsyncDisposable {
  url: string;
  /** From now on the model is refused for so many seconds, beginning with the next call that names the word. */
  limit(word: string, seconds: number): void;
  /** From the end of that limit to the first call that was let through, in ms; null if there was none. */
  overdueMs(): number | null;
}

/** A provider's limit that is kept: every call before its end is refused with the seconds that are left. */
export async function limitGate(modelUrl: string): Promise<LimitGate> {
  const target = new URL(modelUrl);
  let limit: { word: string; seconds: number; endsAt: number | null; passedAt: number | null } | null = null;

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const now = Date.now();
    if (limit !== null && body.includes(limit.word)) {
      limit.endsAt ??= now + limit.seconds * 1_000;
      if (now < limit.endsAt) {
        response.writeHead(429, {
          "content-type": "application/json",
          "retry-after": String(Math.ceil((limit.endsAt - now) / 1_000)),
        });
        const error = { type: "rate_limit_error", message: "Too many requests", code: "rate_limit_exceeded" };
        response.end(JSON.stringify({ type: "error", error }));
        return;
      }
      limit.passedAt ??= now;
    }
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      },
      (answered) => {
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    onward.end(body);
  }

  const server = createServer(
    (incoming, response) => void answer(incoming, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    limit: (word, seconds) => {
      limit = { word, seconds, endsAt: null, passedAt: null };
    },
    overdueMs: () =>
      limit?.endsAt == null || limit.passedAt === null ? null : limit.passedAt - limit.endsAt,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
