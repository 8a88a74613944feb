import { type LoginCommand, lastMatch, loginEnvironment } from "../login-command.ts";
import type { RuntimeOptions } from "../runtime.ts";

const publicLink = /https:\/\/(?:auth\.openai\.com|chatgpt\.com)\/[^\s"'<>]*device[^\s"'<>]*/g;
const oneTimeCode = /\b[A-Z0-9]{4}-[A-Z0-9]{4,8}\b/g;

export function codexLoginCommand({ environment }: Pick<RuntimeOptions, "environment">): LoginCommand {
  const issuer = environment["SERVICE_CODEX_SIGN_IN_URL"] ?? "";
  const link =
    issuer === "" ? publicLink : new RegExp(`${escaped(issuer)}/[^\\s"'<>]*device[^\\s"'<>]*`, "g");
  return {
    args: () => [
      "login",
      "--device-auth",
      ...(issuer === "" ? [] : ["--experimental_issuer", issuer]),
      "-c",
      'cli_auth_credentials_store="file"',
    ],
    environment: (home) => ({ ...loginEnvironment(environment, home), CODEX_HOME: home }),
    read: (screen) => ({
      url: lastMatch(screen, link),
      code: lastMatch(screen, oneTimeCode),
      asksForCode: false,
    }),
  };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
