import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { codexToken } from "./stored-sign-ins.ts";

export interface TokenEndpoint extends AsyncDisposable {
  url: string;
  /** The refresh tokens that were exchanged, in order. Each works once. */
  exchanged: string[];
}

/** Where Codex renews a sign-in, on loopback: gives new tokens for the newest refresh token alone. */
export async function startTokenEndpoint(email: string, first: string): Promise<TokenEndpoint> {
  const exchanged: string[] = [];
  let valid = first;

  function exchange(given: string): { status: number; body: object } {
    if (given !== valid)
      return { status: 401, body: { error: { code: "refresh_token_reused", message: "Used before" } } };
    exchanged.push(given);
    const token = codexToken(email, exchanged.length);
    valid = `refresh-of-${email}-${exchanged.length}`;
    return { status: 200, body: { id_token: token, access_token: token, refresh_token: valid } };
  }

  const server = createServer((request, response) => {
    let sent = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      sent += piece;
    });
    request.on("end", () => {
      const { status, body } = exchange(refreshTokenIn(sent));
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/oauth/token`,
    exchanged,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function refreshTokenIn(body: string): string {
  try {
    return String((JSON.parse(body) as { refresh_token?: unknown }).refresh_token);
  } catch {
    return new URLSearchParams(body).get("refresh_token") ?? "";
  }
}
