import { join } from "node:path";
import { askProvider, messageOf } from "../account-probe.ts";
import { asNumber, asObject, asText, type Json } from "../json.ts";
import { type Logins, refusedRenewal } from "../logins.ts";
import type { RuntimeOptions } from "../runtime.ts";
import { isFilled, readLogins } from "../sign-in.ts";
import { layoutOf } from "./layout.ts";
import { baseUrlOf, loginHeaders, loginOf } from "./probe.ts";
import { ownerHome, ownerLoginFile, signIn } from "./sign-in.ts";
import { text } from "./text.ts";

/** Of Claude Code itself; the provider gives new tokens to no other. */
const clientId = "9d1c250a-e61b-44d9-88ed-5944d1962f5e";

export const claudeLogins = ({ environment }: Pick<RuntimeOptions, "environment">): Logins => ({
  file: (home) => layoutOf(home).credentials,

  isComplete(login) {
    const { accessToken, refreshToken } = loginOf(login);
    return isFilled(accessToken) && isFilled(refreshToken);
  },

  expiresAt: (login) => asNumber(loginOf(login)["expiresAt"]),

  async ofMachine() {
    if ((await signIn(environment)).method !== "subscription") return null;
    return JSON.stringify(await readLogins(ownerLoginFile(environment)));
  },

  async emailOf(login, signal) {
    const profile = await askProvider(`${baseUrlOf(environment)}/api/oauth/profile`, {
      headers: loginHeaders(login),
      signal,
    });
    if (profile?.status === 200) return asText(asObject(profile.body["account"])["email"]);
    const isOwn = login === JSON.stringify(await readLogins(ownerLoginFile(environment)));
    return isOwn ? rememberedEmail(environment) : null;
  },

  async renew(login, signal) {
    const old = loginOf(login);
    const answer = await askProvider(
      environment["SERVICE_CLAUDE_TOKEN_URL"] || "https://platform.claude.com/v1/oauth/token",
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          grant_type: "refresh_token",
          refresh_token: old["refreshToken"],
          client_id: clientId,
          scope: Array.isArray(old["scopes"]) ? old["scopes"].join(" ") : "",
        }),
        signal,
      },
    );
    const renewed = answer?.status === 200 ? renewedLogin(login, old, answer.body) : null;
    if (renewed !== null) return { kind: "renewed", login: renewed };
    return refusedRenewal(answer, answer === null ? text.probe.silent : messageOf(answer));
  },
});

function renewedLogin(login: string, old: Json, tokens: Json): string | null {
  const accessToken = asText(tokens["access_token"]);
  if (accessToken === null) return null;
  const seconds = asNumber(tokens["expires_in"]);
  const claudeAiOauth = {
    ...old,
    accessToken,
    refreshToken: asText(tokens["refresh_token"]) ?? old["refreshToken"],
    ...(seconds !== null && { expiresAt: Date.now() + seconds * 1000 }),
  };
  return JSON.stringify({ ...asObject(JSON.parse(login)), claudeAiOauth });
}

/** Whom the CLI noted when this person signed in. */
async function rememberedEmail(environment: RuntimeOptions["environment"]): Promise<string | null> {
  const home = environment["HOME"] ?? environment["USERPROFILE"];
  const folder = environment["CLAUDE_CONFIG_DIR"] || home || ownerHome(environment);
  const state = await readLogins(join(folder, ".claude.json"));
  return asText(asObject(state["oauthAccount"])["emailAddress"]);
}
