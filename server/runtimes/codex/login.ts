import { askProvider, messageOf } from "../account-probe.ts";
import { asObject, asText, type Json } from "../json.ts";
import { type Logins, refusedRenewal } from "../logins.ts";
import type { RuntimeOptions } from "../runtime.ts";
import { isFilled, readLogins } from "../sign-in.ts";
import { ownerLoginFile, sessionLoginFile } from "./environment.ts";
import { signIn } from "./sign-in.ts";
import { text } from "./text.ts";

/** Of Codex itself; the provider gives new tokens to no other. */
const clientId = "app_EMoamEEZ73f0CkXaXp7hrann";

export const codexLogins = ({ environment }: Pick<RuntimeOptions, "environment">): Logins => ({
  file: sessionLoginFile,

  isComplete: (login) => isFilled(tokensOf(login)["refresh_token"]),

  expiresAt(login) {
    const { exp } = claimsOf(tokensOf(login)["access_token"]);
    return typeof exp === "number" ? exp * 1000 : null;
  },

  async ofMachine() {
    if ((await signIn(environment)).method !== "subscription") return null;
    return JSON.stringify(await readLogins(ownerLoginFile(environment)));
  },

  emailOf: async (login) => asText(claimsOf(tokensOf(login)["id_token"])["email"]),

  async renew(login, signal) {
    const tokens = tokensOf(login);
    const answer = await askProvider(
      environment["SERVICE_CODEX_TOKEN_URL"] || "https://auth.openai.com/oauth/token",
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          client_id: clientId,
          grant_type: "refresh_token",
          refresh_token: tokens["refresh_token"],
        }),
        signal,
      },
    );
    if (answer?.status === 200 && isFilled(answer.body["access_token"]))
      return { kind: "renewed", login: renewedLogin(login, tokens, answer.body) };
    return refusedRenewal(answer, answer === null ? text.probe.silent : messageOf(answer));
  },
});

function renewedLogin(login: string, tokens: Json, renewed: Json): string {
  const names = ["id_token", "access_token", "refresh_token"] as const;
  const given = names.flatMap((name) => (isFilled(renewed[name]) ? [[name, renewed[name]]] : []));
  return JSON.stringify({
    ...asObject(JSON.parse(login)),
    tokens: { ...tokens, ...Object.fromEntries(given) },
    last_refresh: new Date().toISOString(),
  });
}

/** The tokens in the content of a login file; empty if there are none. */
export function tokensOf(login: string): Json {
  try {
    return asObject(asObject(JSON.parse(login))["tokens"]);
  } catch {
    return {};
  }
}

/** What a token says of itself. It came from the provider over TLS or lies in the person's own file, so it is not verified. */
function claimsOf(token: unknown): Json {
  const [, payload = ""] = (asText(token) ?? "").split(".");
  try {
    return asObject(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
  } catch {
    return {};
  }
}
