import { homedir } from "node:os";
import { join } from "node:path";
import type { CliGuide, RuntimeOptions, SignIn } from "../runtime.ts";
import { isFilled, notSignedIn, readLogins, signedIn } from "../sign-in.ts";
import { text } from "./text.ts";

type Environment = RuntimeOptions["environment"];

export const guide: CliGuide = {
  installInstructions: text.installCommand,
  authInstructions: text.signInFirst,
  installCommand: text.installCommand,
  signInCommand: "claude",
  envVarName: "ANTHROPIC_API_KEY",
};

/** In the order in which the CLI itself prefers them. */
const variables: readonly [name: string, method: string][] = [
  ["CLAUDE_CODE_USE_BEDROCK", "bedrock"],
  ["CLAUDE_CODE_USE_VERTEX", "vertex"],
  ["CLAUDE_CODE_USE_FOUNDRY", "foundry"],
  ["ANTHROPIC_AUTH_TOKEN", "auth_token"],
  ["ANTHROPIC_API_KEY", "api_key"],
  ["CLAUDE_CODE_OAUTH_TOKEN", "oauth_token"],
];

/** From variables and the login file alone; a login in the macOS keychain is not seen. */
export async function signIn(environment: Environment): Promise<SignIn> {
  const found = variables.find(([name]) => isFilled(environment[name]));
  if (found) return signedIn(found[1]);
  const { claudeAiOauth: login } = await readLogins(ownerLoginFile(environment));
  const holdsToken =
    typeof login === "object" &&
    login !== null &&
    (("accessToken" in login && isFilled(login.accessToken)) ||
      ("refreshToken" in login && isFilled(login.refreshToken)));
  return holdsToken ? signedIn("subscription") : notSignedIn;
}

/** The login file of the person who runs the service. */
export const ownerLoginFile = (environment: Environment): string =>
  join(ownerHome(environment), ".credentials.json");

/** The CLI's home of the person who runs the service. */
export function ownerHome(environment: Environment): string {
  const home = environment["HOME"] ?? environment["USERPROFILE"] ?? homedir();
  return environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude");
}
