import { Refusal } from "../lib/errors.ts";
import { sandboxGrants, sandboxLevels } from "../lib/sandbox/index.ts";
import { runtimeIds } from "../runtimes/runtime.ts";
import * as form from "./forms.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export const ingestModes = ["poll", "webhook_with_poll_fallback", "off"] as const;
const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const minutesPerWeek = 7 * 24 * 60;
const ingestMode = form.choice(...ingestModes);

/** Every variable that docs/configuration.md lists, in its order. */
const forms = {
  SERVICE_HOST: form.host,
  SERVICE_PORT: form.port,
  SERVICE_DATA_DIR: form.path,
  SERVICE_PROD_BASE_URL: form.address,
  APP_HOST: form.address,
  SERVICE_MIN_FREE_MB: form.megabytes,
  SERVICE_LAN_HOST: form.host,
  SERVICE_LAN_PORT: form.port,
  SERVICE_WEB_OPEN: form.flag,
  SERVICE_WEB_OPEN_ON_LAN: form.flag,
  SERVICE_SECRET_STORE: form.choice("auto", "file"),
  SERVICE_LOG_LEVEL: form.choice(...logLevels),
  SERVICE_LOG_FILE: form.path,

  SERVICE_EDITOR: form.command,
  SERVICE_TERMINAL: form.command,

  API_KEYS: form.keyList,
  SERVICE_OWNER_NAME: form.line,
  SERVICE_OWNER_EMAIL: form.email,
  SERVICE_WEB_AUTH_GOOGLE_CLIENT_ID: form.line,
  SERVICE_WEB_AUTH_GOOGLE_CLIENT_SECRET: form.secretLine,
  SERVICE_WEB_AUTH_ALLOWED_DOMAINS: form.domains,
  SERVICE_WEB_AUTH_ISSUER: form.url,
  SERVICE_WEB_AUTH_SECOND_FACTOR: form.choice("required", "off"),
  SERVICE_WEB_AUTH_SESSION_DAYS: form.count(3_650),
  SERVICE_WEB_AUTH_TRUSTED_BROWSER_DAYS: form.count(3_650),
  SERVICE_WEB_AUTH_RESET_BEFORE: form.instant,

  SERVICE_CATALOG: form.path,
  SERVICE_DEFAULT_RUNTIME: form.choice(...runtimeIds),
  SERVICE_QUICK_ROUTER_ROOT: form.line,
  SERVICE_AGENTS_LANE_THREADS: form.count(100),
  SERVICE_AGENT_THREADS: form.count(100),
  SERVICE_SANDBOX: form.choice(...sandboxLevels),
  SERVICE_SANDBOX_GRANTS: form.choices(...sandboxGrants),
  SERVICE_ELICITATION_MINUTES: form.count(minutesPerWeek),
  SERVICE_SMALL_MODEL: form.choice("on", "off"),
  SERVICE_CLAUDE_PATH: form.path,
  SERVICE_CODEX_PATH: form.path,
  SERVICE_PI_PATH: form.path,
  SERVICE_NODE_PATH: form.path,
  ANTHROPIC_API_KEY: form.secret,
  OPENAI_API_KEY: form.secret,
  OPENROUTER_API_KEY: form.secret,
  ANTHROPIC_BASE_URL: form.url,
  OPENAI_BASE_URL: form.url,
  OPENROUTER_BASE_URL: form.url,
  SERVICE_CODEX_SIGN_IN_URL: form.url,
  SERVICE_CLAUDE_TOKEN_URL: form.url,
  SERVICE_CODEX_TOKEN_URL: form.url,

  SERVICE_AGENT_GITHUB_TOKEN: form.flag,
  GITHUB_TOKEN: form.secret,
  GH_TOKEN: form.secret,
  SERVICE_CODE_HOST_INGEST_MODE: ingestMode,
  SERVICE_CODE_HOST_WEBHOOK_SECRET: form.secretLine,
  SERVICE_CHAT_INGEST_MODE: ingestMode,
  SERVICE_CHAT_SIGNING_SECRET: form.secretLine,
  SERVICE_CHAT_BOT_TOKEN: form.secret,
  SERVICE_CHAT_API_URL: form.url,
  SERVICE_CHAT_BRIDGE_PEOPLE: form.peopleByNumber,
  SERVICE_CHAT_BRIDGE_URL: form.url,
  SERVICE_GITHUB_API_URL: form.url,
  SERVICE_MCP_CLIENT_METADATA_URL: form.httpsUrl,
  SERVICE_ALLOW_PRIVATE_HOSTS: form.hosts,
  SERVICE_APNS_KEY: form.pem,
  SERVICE_APNS_KEY_ID: form.line,
  SERVICE_APNS_TEAM_ID: form.line,
  SERVICE_APNS_TOPIC: form.line,
  SERVICE_APNS_URL: form.url,
  SERVICE_APNS_CA: form.path,

  SERVICE_LIVE_PROVIDER_KEY: form.secret,
  SERVICE_LIVE_ROOT: form.line,
  SERVICE_LIVE_PROVIDER_URL: form.url,

  SERVICE_METRICS_KEY: form.metricsKey,
  OTEL_EXPORTER_OTLP_ENDPOINT: form.url,

  SERVICE_AGENT_PROCESSES: form.count(4_000_000),
  SERVICE_AGENT_MEMORY_MB: form.count(10_000_000),
  SERVICE_AGENT_DISK_MB: form.count(10_000_000),

  SERVICE_AGENT_START_SECONDS: form.seconds(86_400),
  SERVICE_AGENT_SILENCE_SECONDS: form.seconds(86_400),
  SERVICE_AGENT_TOOL_SECONDS: form.seconds(86_400),
  SERVICE_CLONE_SILENCE_SECONDS: form.seconds(3_600),

  SERVICE_CONTENT_SEARCH_BUDGET_SECONDS: form.seconds(3_600),
  SERVICE_CONTENT_SEARCH_CHUNK_SIZE: form.count(10_000),
  SERVICE_ARCHIVE_SECONDS: form.seconds(3_600),
};

const named: readonly (readonly [string, form.Form<unknown>])[] = Object.entries(forms);
export const variableNames: readonly string[] = named.map(([name]) => name);

/** Null where nothing is set. Throws a refusal that names the variable and its form. */
export const readVariable = readerOf(forms);

function readerOf<Values>(all: { readonly [Name in keyof Values]: form.Form<Values[Name]> }) {
  return <Name extends keyof Values & string>(environment: Environment, name: Name): Values[Name] | null => {
    const text = textOf(environment, name);
    if (text === "") return null;
    const value = all[name].read(text);
    if (value === undefined) throw badSettings([formSentence(name, all[name], text)]);
    return value;
  };
}

const textOf = (environment: Environment, name: string): string => environment[name]?.trim() ?? "";

/** What is set to something of another form: a sentence each, by name. */
export function formProblems(environment: Environment): Map<string, string> {
  const problems = new Map<string, string>();
  for (const [name, one] of named) {
    const text = textOf(environment, name);
    if (text !== "" && one.read(text) === undefined) problems.set(name, formSentence(name, one, text));
  }
  return problems;
}

/** Names that look like ours and are not, such as one with a typing error. */
export const unknownVariables = (environment: Environment): string[] =>
  Object.keys(environment).filter((name) => /^SERVICE_[A-Z_]+$/.test(name) && !variableNames.includes(name));

function formSentence(name: string, { is, isSecret }: form.Form<unknown>, text: string): string {
  // An address may contain a password.
  const given = isSecret === true || text.includes("@") ? "" : `, not ${JSON.stringify(text)}`;
  return `${name} must be ${is}${given}. ${mend}`;
}

/** Ends the sentence on a bad value. */
export const mend = "Correct or remove it.";

export const badSettings = (messages: readonly string[]): Refusal =>
  new Refusal({ status: 422, label: "Invalid setting", messages });
