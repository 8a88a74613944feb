import { isObject } from "../../lib/json.ts";
import type { CliGuide, RuntimeOptions, SignIn } from "../runtime.ts";
import { notSignedIn, readLogins, signedIn } from "../sign-in.ts";
import { ownerAuthFile } from "./environment.ts";
import { chooseRoute, isKeyless, isOpen, type Route } from "./providers.ts";
import { text } from "./text.ts";

type Environment = RuntimeOptions["environment"];

export const guide: CliGuide = {
  installInstructions: text.installFirst,
  authInstructions: text.signInFirst,
  installCommand: text.installCommand,
  signInCommand: null,
  envVarName: "OPENROUTER_API_KEY",
};

/** Cheap models, one of each vendor that pi reaches without OpenRouter too. */
const smallModels = ["anthropic/claude-haiku-4.5", "openai/gpt-5.4-mini"];

/** The first small model that is available with a sign-in or key; null if pi can ask no model. */
export async function smallModelRoute(environment: Environment): Promise<Route | null> {
  const signedInTo = new Set(Object.keys(await readLogins(ownerAuthFile(environment))));
  const reach = { environment, signedIn: signedInTo };
  const routes = smallModels.map((model) => chooseRoute(model, reach));
  return routes.find((route) => isOpen(route, reach)) ?? null;
}

/** From variables and the login file alone. */
export async function signIn(environment: Environment): Promise<SignIn> {
  const route = await smallModelRoute(environment);
  if (route === null) return notSignedIn;
  const login = (await readLogins(ownerAuthFile(environment)))[route.provider];
  if (isObject(login)) return signedIn(login["type"] === "oauth" ? "subscription" : "api_key");
  return signedIn(isKeyless(route, environment) ? "base_url" : "api_key");
}
