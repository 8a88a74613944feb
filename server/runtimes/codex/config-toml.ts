import type { McpServer, Repository } from "../runtime.ts";
import { type ModelAccess, providerId } from "./environment.ts";

type TomlTable = { readonly [key: string]: TomlValue | undefined };
type TomlValue = string | number | boolean | readonly string[] | TomlTable;

export interface CodexConfig {
  access: ModelAccess;
  cwd: string;
  /** Always written for both folders: where there is no entry, the CLI makes one that trusts the folder. */
  repository: Repository;
  mcpServers: readonly McpServer[];
  /** Variables of the CLI's own environment that no MCP server would otherwise see. */
  forwardedVariables: readonly string[];
  /** Variables the agent's shell must not see. */
  hiddenVariables: readonly string[];
}

const defaultStartupTimeoutSec = 30;
const toolTimeoutSec = 600;

/** Whether Codex has the transport; `sse` it has not. */
export function isSupported(server: McpServer): boolean {
  return server.type !== "sse";
}

/** The whole config.toml of one session. Pure; holds secrets of MCP servers, so keep the file private. */
export function configToml(config: CodexConfig): string {
  const servers = config.mcpServers.filter(isSupported);
  const trust: TomlTable = { trust_level: config.repository.trusted ? "trusted" : "untrusted" };
  const root: TomlTable = {
    allow_login_shell: false,
    cli_auth_credentials_store: "file",
    check_for_update_on_startup: false,
    model_provider: providerId(config.access),
    history: { persistence: "none" },
    analytics: { enabled: false },
    // The second lets the agent ask a person in every mode; about being unfinished, the CLI would warn in each turn.
    features: { unbounded_connection_retries: false, default_mode_request_user_input: true },
    suppress_unstable_features_warning: true,
    shell_environment_policy:
      config.hiddenVariables.length > 0 ? { exclude: config.hiddenVariables } : undefined,
    model_providers: providers(config.access),
    projects: { [config.repository.folder]: trust, [config.cwd]: trust },
    mcp_servers: Object.fromEntries(
      servers.map((server) => [serverName(server.name), mcpServer(server, config.forwardedVariables)]),
    ),
  };
  return `${tableLines([], root).join("\n").trim()}\n`;
}

/** The CLI takes letters, digits, `_` and `-` in a server's name and stops at anything else. */
function serverName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, "_");
}

/**
 * Of a provider with the name "OpenAI", the CLI demands the vendor's own way to compact a conversation, which it does by itself
 * when the model changes. Any other address gets what every provider of the API can do.
 */
function providerName(baseUrl: string): string {
  return URL.canParse(baseUrl) && new URL(baseUrl).hostname === "api.openai.com"
    ? "OpenAI"
    : "OPENAI_BASE_URL";
}

function providers(access: ModelAccess): TomlTable | undefined {
  if (access.kind !== "provider") return undefined;
  const provider = {
    name: providerName(access.baseUrl),
    base_url: access.baseUrl,
    wire_api: "responses",
    env_key: access.auth === "api_key" ? "OPENAI_API_KEY" : undefined,
    requires_openai_auth: access.auth === "login" ? true : undefined,
    request_max_retries: 2,
    stream_max_retries: 5,
  };
  return { [providerId(access)]: provider };
}

function mcpServer(server: McpServer, forwarded: readonly string[]): TomlTable {
  const limits = {
    startup_timeout_sec: server.startupTimeoutSec ?? defaultStartupTimeoutSec,
    tool_timeout_sec: (server.type === "stdio" ? server.toolTimeoutSec : undefined) ?? toolTimeoutSec,
    default_tools_approval_mode: "approve",
  };
  if (server.type !== "stdio") return { url: server.url, ...limits, http_headers: server.headers };
  return { command: server.command, args: server.args, env_vars: forwarded, ...limits, env: server.env };
}

/** Scalars before sub-tables, as TOML demands. */
function tableLines(path: readonly string[], table: TomlTable): string[] {
  const entries = Object.entries(table).filter(([, value]) => value !== undefined);
  const scalars = entries.flatMap(([key, value]) =>
    isTable(value) || value === undefined ? [] : [`${quoted(key)} = ${scalar(value)}`],
  );
  const tables = entries.flatMap(([key, value]) => (isTable(value) ? tableLines([...path, key], value) : []));
  const header = path.length > 0 && scalars.length > 0 ? ["", `[${path.map(quoted).join(".")}]`] : [];
  return [...header, ...scalars, ...tables];
}

function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === "object" && !Array.isArray(value);
}

function scalar(value: Exclude<TomlValue, TomlTable>): string {
  if (typeof value === "string") return quoted(value);
  return Array.isArray(value) ? `[${value.map(quoted).join(", ")}]` : String(value);
}

/** JSON's escapes are TOML's, but for DEL and lone surrogates, which TOML does not take. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll("\u007f", "\\u007f");
}
