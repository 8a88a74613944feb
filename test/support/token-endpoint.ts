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
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += String(piece);
    const send = (status: number, answer: object): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    };
    const given = refreshTokenIn(body);
    if (given !== valid)
      return send(401, { error: { code: "refresh_token_reused", message: "Used before" } });
    exchanged.push(given);
    const token = codexToken(email, exchanged.length);
    valid = `refresh-of-${email}-${exchanged.length}`;
    send(200, { id_token: token, access_token: token, refresh_token: valid });
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
