import { markerVariable } from "../../lib/processes/index.ts";
import type { AccountLoan, AgentRequest, Workspace } from "../runtime.ts";

/** Settings an owner may give the service for its agents; every other CLAUDE* variable is a surrounding CLI's own. */
const kept =
  /^CLAUDE_CODE_(OAUTH_TOKEN|MAX_RETRIES|MAX_OUTPUT_TOKENS|USE_[A-Z]+|SKIP_[A-Z]+_AUTH|CLIENT_[A-Z_]+|API_KEY_HELPER_TTL_MS)$/;

/** The machine's own ways to a model, which the CLI would prefer to the account's. */
const otherAccess =
  /^(ANTHROPIC_API_KEY|ANTHROPIC_AUTH_TOKEN|CLAUDE_CODE_OAUTH_TOKEN|CLAUDE_CODE_USE_[A-Z]+|CLAUDE_CODE_API_KEY_HELPER_TTL_MS)$/;

type Environment = Readonly<Record<string, string>>;

/** Uses its own home and drops the variables of a surrounding CLI. */
export function privateEnvironment({
  env,
  home,
  loan,
  sandbox,
}: {
  env: Environment;
  home: string;
  loan?: AccountLoan | null;
  sandbox: Workspace["sandbox"];
}): Record<string, string> {
  const temporary = sandbox === null ? env["TMPDIR"] : undefined;
  const kept = Object.entries(env).filter(([name]) => belongs(name) && !(loan && otherAccess.test(name)));
  return {
    ...Object.fromEntries(kept),
    ...(loan?.kind === "api_key" && { ANTHROPIC_API_KEY: loan.apiKey }),
    CLAUDE_CONFIG_DIR: home,
    // By itself it uses /tmp, whatever TMPDIR says. In a sandbox that is the session's own.
    ...(temporary !== undefined && { CLAUDE_CODE_TMPDIR: temporary }),
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
}

/** The environment of one turn's CLI. */
export function environmentOf(request: AgentRequest): Record<string, string> {
  const { workspace, autoCompactWindow, equipment, toolSearch } = request;
  const startupMs = slowestStartMs(equipment.mcpServers);
  return {
    ...privateEnvironment(workspace),
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1",
    // Without it the CLI refuses to skip its permission questions as root.
    ...(process.getuid?.() === 0 && { IS_SANDBOX: "1" }),
    ...(autoCompactWindow !== null && { CLAUDE_CODE_AUTO_COMPACT_WINDOW: String(autoCompactWindow) }),
    // Otherwise the CLI decides: not every provider's address has it.
    ...(!toolSearch && { ENABLE_TOOL_SEARCH: "false" }),
    ...(startupMs > 0 && { MCP_TIMEOUT: String(startupMs) }),
    [markerVariable]: markerOf(request),
  };
}

/** The marker of every process of this turn; a workspace without one gets its own. */
export function markerOf({ workspace, conversation }: AgentRequest): string {
  return workspace.env[markerVariable] || `claude-code:${conversation.id}`;
}

function belongs(name: string): boolean {
  const upper = name.toUpperCase();
  if (upper === "AI_AGENT") return false;
  return !upper.startsWith("CLAUDE") || kept.test(upper);
}

/** The CLI has one limit for all servers (30 s by default), so the longest server timeout sets it. */
function slowestStartMs(servers: AgentRequest["equipment"]["mcpServers"]): number {
  return Math.max(0, ...servers.map(({ startupTimeoutSec }) => (startupTimeoutSec ?? 0) * 1000));
}
