import { asObject } from "../json.ts";
import type { CliGuide, RuntimeOptions, SignIn } from "../runtime.ts";
import { isFilled, notSignedIn, readLogins, signedIn } from "../sign-in.ts";
import { ownerLoginFile } from "./environment.ts";
import { text } from "./text.ts";

export const guide: CliGuide = {
  installInstructions: text.installCommand,
  authInstructions: text.signInFirst,
  installCommand: text.installCommand,
  signInCommand: text.signInCommand,
  envVarName: "OPENAI_API_KEY",
};

/** From variables and the login file alone. An address of the owner's own counts: it may ask for no key. */
export async function signIn(environment: RuntimeOptions["environment"]): Promise<SignIn> {
  if (isFilled(environment["OPENAI_BASE_URL"]) && isFilled(environment["OPENAI_API_KEY"]))
    return signedIn("api_key");
  const logins = await readLogins(ownerLoginFile(environment));
  const tokens = asObject(logins["tokens"]);
  if (isFilled(tokens["access_token"]) || isFilled(tokens["refresh_token"])) return signedIn("subscription");
  if (isFilled(logins["OPENAI_API_KEY"]) || isFilled(environment["OPENAI_API_KEY"]))
    return signedIn("api_key");
  return isFilled(environment["OPENAI_BASE_URL"]) ? signedIn("base_url") : notSignedIn;
}
