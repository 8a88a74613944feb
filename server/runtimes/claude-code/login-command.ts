import { type LoginCommand, lastMatch, loginEnvironment } from "../login-command.ts";
import type { RuntimeOptions } from "../runtime.ts";

const link =
  /https:\/\/(?:claude\.com\/cai|claude\.ai|platform\.claude\.com|console\.anthropic\.com)\/oauth\/authorize\?[^\s"'<>]+/g;

export const claudeLoginCommand = ({ environment }: Pick<RuntimeOptions, "environment">): LoginCommand => ({
  args: (email) => ["auth", "login", "--claudeai", ...(email.includes("@") ? ["--email", email] : [])],
  environment: (home) => ({ ...loginEnvironment(environment, home), CLAUDE_CONFIG_DIR: home }),
  read: (screen) => ({
    url: lastMatch(screen, link),
    code: null,
    asksForCode: /paste code here/i.test(screen),
  }),
});
