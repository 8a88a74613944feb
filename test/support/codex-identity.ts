import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface CodexIdentity extends AsyncDisposable {
  url: string;
  /** Who signs in, once somebody has entered the one-time code; null while nobody has. */
  person: string | null;
}

const codeShown = "ABCD-EFGH9";

/** The identity provider that `codex login --device-auth` talks to, on loopback. */
export async function startCodexIdentity(): Promise<CodexIdentity> {
  const state: { person: string | null } = { person: null };
  const server = createServer((request, response) => {
    request.resume();
    const path = new URL(request.url ?? "/", "http://identity").pathname;
    const send = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (path.endsWith("/deviceauth/usercode"))
      return send(200, { device_auth_id: "device-1", user_code: codeShown, interval: "1" });
    if (path.endsWith("/deviceauth/token"))
      return state.person === null
        ? send(403, { error: "authorization_pending" })
        : send(200, { authorization_code: "grant", code_challenge: "challenge", code_verifier: "verifier" });
    if (path.endsWith("/oauth/token")) return send(200, tokensOf(state.person ?? ""));
    send(404, {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get person() {
      return state.person;
    },
    set person(email) {
      state.person = email;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function tokensOf(email: string): object {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    email,
    exp: Math.floor(Date.now() / 1000) + 86_400,
    "https://api.openai.com/auth": { chatgpt_account_id: "account-1", chatgpt_plan_type: "plus" },
  };
  const token = `${part({ alg: "none" })}.${part(claims)}.c2ln`;
  return { id_token: token, access_token: token, refresh_token: `refresh-of-${email}-0123456789` };
}
