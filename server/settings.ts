import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { ApnsSettings } from "./domains/inbox/push/rules.ts";
import { Refusal } from "./lib/errors.ts";
import {
  isSandboxGrant,
  isSandboxLevel,
  type SandboxGrant,
  type SandboxLevel,
  sandboxGrants,
  sandboxLevels,
} from "./lib/sandbox/index.ts";

/** The environment variables, parsed once; docs/configuration.md lists them. */
export interface Settings {
  host: string;
  port: number;
  dataFolder: string;
  catalogPath: string | null;
  /** The agent root on which quick starts begin. */
  quickRouterRoot: string;
  defaultRuntime: string;
  /** Whether the service listens beyond loopback. */
  lanOpen: boolean;
  /** Where the local network listener binds once the owner opens it; a null host means every address. */
  lan: { host: string | null; port: number };
  /** To whom the board is open without a sign-in (docs/decisions/0011). */
  boardOpenTo: "nobody" | "machine" | "network";
  /** The service's public origin, as set by the owner. Null if it is not set. */
  origin: string | null;
  /** Host names the owner vouches for. */
  hostNames: readonly string[];
  agentThreads: number | null;
  /** How much of the disk must stay free for new work to start; null for the default. */
  minFreeBytes: number | null;
  /** Null if it is not set: what the machine can do. */
  sandbox: SandboxLevel | null;
  /** What every sandbox may reach besides. */
  sandboxGrants: readonly SandboxGrant[];
  /** Whether a small model may be asked for titles and status summaries. */
  smallModel: boolean;
  /** How long an agent's question waits for its answer. */
  elicitationMs: number;
  /** How long one search of transcripts may take, and how many sessions it reads at a time. */
  contentSearch: { budgetMs: number; chunk: number };
  /** How often the archive of all transcripts is updated. */
  archiveEveryMs: number;
  /** How long an agent may give no sign of life; 0 for no limit. */
  silenceLimits: { startMs: number; thinkingMs: number; toolMs: number };
  /** How long the remote of a clone may send nothing; 0 for no limit. */
  cloneSilenceMs: number;
  /** Where pull requests are read; without a token, none are. */
  gitHub: { token: string | null; apiUrl: string };
  /** How events of the chat platform and the code host come in. */
  ingest: { chat: IngestSettings; codeHost: IngestSettings };
  /** How the chat platform and the chat bridge are reached; a null address means the platform's own, and no bridge. */
  chat: {
    token: string | null;
    apiUrl: string | null;
    bridgeUrl: string | null;
    /** The email addresses of people by the digits of their numbers on the bridge. */
    bridgePeople: ReadonlyMap<string, string>;
  };
  /** Where the key of stored secrets is kept: `auto` asks the keychain first. */
  secretStore: "auto" | "file";
  /** Hosts on private networks that may be requested even if a foreign document names them; lower case, optionally with a port. */
  privateHosts: readonly string[];
  /** Where the owner publishes a client of this service, for MCP servers that read such a document. */
  mcpClientMetadataUrl: string | null;
  /** The commands that open a clone, as words; null means the first program that is found. */
  editors: { editor: readonly string[] | null; terminal: readonly string[] | null };
  /** The person at this machine. */
  owner: { name: string | null; email: string | null };
  webSignIn: WebSignInSettings;
  /** How phones are notified through Apple. */
  apns: ApnsSettings;
  /** Who speaks and thinks in live conversations: a null key turns them off. */
  live: { root: string; key: string | null; url: string };
  /** What a reader of the metrics sends; null turns them off. */
  metricsKey: string | null;
  /** Where traces are sent; null turns them off. */
  tracesEndpoint: string | null;
}

/** `secret` is what the host signs its deliveries with. */
export interface IngestSettings {
  mode: IngestMode;
  secret: string | null;
}

const ingestModes = ["poll", "webhook_with_poll_fallback", "off"] as const;
export type IngestMode = (typeof ingestModes)[number];

/** Sign-in to the board through an identity provider: off without any of the first three, on with all of them. */
export interface WebSignInSettings {
  clientId: string | null;
  clientSecret: string | null;
  /** Lower case. */
  allowedDomains: readonly string[];
  issuer: string;
  secondFactor: "required" | "off";
  /** A sign-in ends this many days after its last use. */
  signInDays: number;
  trustedBrowserDays: number;
  /** Epoch ms: authenticators, sign-ins and trusted browsers from before this are void. */
  resetBefore: number | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const loopbackHost = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/;

const nonBlank = (value: string | undefined): string | null => {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
};

/** Throws a refusal that names the variable and its valid values. */
export function readSettings(environment: Environment, platform = process.platform): Settings {
  const host = nonBlank(environment["SERVICE_HOST"]) ?? "127.0.0.1";
  return {
    host,
    port: readPort("SERVICE_PORT", environment["SERVICE_PORT"], 3_000),
    dataFolder: resolve(
      nonBlank(environment["SERVICE_DATA_DIR"]) ?? defaultDataFolder(environment, platform),
    ),
    catalogPath: nonBlank(environment["SERVICE_CATALOG"]),
    quickRouterRoot: nonBlank(environment["SERVICE_QUICK_ROUTER_ROOT"]) ?? "router",
    defaultRuntime: nonBlank(environment["SERVICE_DEFAULT_RUNTIME"]) ?? "claude_code",
    lanOpen: !loopbackHost.test(host),
    lan: {
      host: nonBlank(environment["SERVICE_LAN_HOST"]),
      port: readPort("SERVICE_LAN_PORT", environment["SERVICE_LAN_PORT"], 3_443),
    },
    boardOpenTo: readBoardOpenTo(environment),
    origin: readOrigin(environment),
    hostNames: hostNames(environment, host),
    agentThreads: readAgentThreads(environment),
    minFreeBytes: readMegabytes("SERVICE_MIN_FREE_MB", environment["SERVICE_MIN_FREE_MB"]),
    sandbox: readSandbox(environment["SERVICE_SANDBOX"]),
    sandboxGrants: readGrants(environment["SERVICE_SANDBOX_GRANTS"]),
    smallModel: nonBlank(environment["SERVICE_SMALL_MODEL"]) !== "off",
    elicitationMs:
      minuteMs * (readCount(elicitationMinutes, environment[elicitationMinutes], minutesPerWeek) ?? 60),
    contentSearch: {
      budgetMs: 1_000 * readSeconds(searchSeconds, environment[searchSeconds], 20),
      chunk: readCount(searchChunk, environment[searchChunk], 10_000) ?? 100,
    },
    archiveEveryMs: 1_000 * readSeconds(archiveSeconds, environment[archiveSeconds], 600),
    silenceLimits: {
      startMs: 1_000 * readLongSeconds(agentStart, environment[agentStart], 300),
      thinkingMs: 1_000 * readLongSeconds(agentSilence, environment[agentSilence], 1_800),
      toolMs: 1_000 * readLongSeconds(toolSilence, environment[toolSilence], 14_400),
    },
    cloneSilenceMs: 1_000 * readSeconds(cloneSilence, environment[cloneSilence], 120),
    gitHub: {
      token: nonBlank(environment["GITHUB_TOKEN"]) ?? nonBlank(environment["GH_TOKEN"]),
      apiUrl: readUrl(gitHubUrl, environment[gitHubUrl], "https://api.github.com"),
    },
    ingest: readIngest(environment),
    chat: {
      token: nonBlank(environment["SERVICE_CHAT_BOT_TOKEN"]),
      apiUrl: nonBlank(readUrl(chatUrl, environment[chatUrl], "")),
      bridgeUrl: nonBlank(readUrl(bridgeUrl, environment[bridgeUrl], "")),
      bridgePeople: readBridgePeople(environment[bridgePeople]),
    },
    secretStore: environment["SERVICE_SECRET_STORE"] === "file" ? "file" : "auto",
    privateHosts: readList(environment["SERVICE_ALLOW_PRIVATE_HOSTS"]),
    mcpClientMetadataUrl: nonBlank(environment["SERVICE_MCP_CLIENT_METADATA_URL"]),
    editors: {
      editor: readWords(environment["SERVICE_EDITOR"]),
      terminal: readWords(environment["SERVICE_TERMINAL"]),
    },
    owner: {
      name: nonBlank(environment["SERVICE_OWNER_NAME"]),
      email: nonBlank(environment["SERVICE_OWNER_EMAIL"]),
    },
    webSignIn: readWebSignIn(environment),
    apns: readApns(environment),
    live: readLive(environment),
    metricsKey: readMetricsKey(environment),
    tracesEndpoint: nonBlank(readUrl(tracesUrl, environment[tracesUrl], "")),
  };
}

/** SERVICE_AGENT_THREADS is another spelling. */
const readAgentThreads = (environment: Environment): number | null =>
  readCount("SERVICE_AGENTS_LANE_THREADS", environment["SERVICE_AGENTS_LANE_THREADS"]) ??
  readCount("SERVICE_AGENT_THREADS", environment["SERVICE_AGENT_THREADS"]);

function readBoardOpenTo(environment: Environment): Settings["boardOpenTo"] {
  if (environment["SERVICE_WEB_OPEN_ON_LAN"] === "1") return "network";
  return environment["SERVICE_WEB_OPEN"] === "1" ? "machine" : "nobody";
}

const readList = (text: string | undefined): string[] =>
  (text ?? "").split(",").flatMap((part) => nonBlank(part.toLowerCase()) ?? []);

const readWords = (text: string | undefined): string[] | null => nonBlank(text)?.split(/\s+/) ?? null;

function readWebSignIn(environment: Environment): WebSignInSettings {
  const read = (name: string): string | null => nonBlank(environment[`SERVICE_WEB_AUTH_${name}`]);
  const days = (name: string, fallback: number): number =>
    readCount(`SERVICE_WEB_AUTH_${name}`, environment[`SERVICE_WEB_AUTH_${name}`], 3_650) ?? fallback;
  const domains = (read("ALLOWED_DOMAINS") ?? "").split(",").map((domain) => domain.trim().toLowerCase());
  return {
    clientId: read("GOOGLE_CLIENT_ID"),
    clientSecret: read("GOOGLE_CLIENT_SECRET"),
    allowedDomains: domains.filter((domain) => domain !== ""),
    issuer: readUrl("SERVICE_WEB_AUTH_ISSUER", read("ISSUER") ?? undefined, "https://accounts.google.com"),
    secondFactor: readSecondFactor(read("SECOND_FACTOR")),
    signInDays: days("SESSION_DAYS", 90),
    trustedBrowserDays: days("TRUSTED_BROWSER_DAYS", 365),
    resetBefore: readInstant("SERVICE_WEB_AUTH_RESET_BEFORE", read("RESET_BEFORE")),
  };
}

function readIngest(environment: Environment): Settings["ingest"] {
  const read = (modeName: string, secretName: string): IngestSettings => ({
    mode: readIngestMode(modeName, environment[modeName]),
    secret: nonBlank(environment[secretName]),
  });
  return {
    chat: read("SERVICE_CHAT_INGEST_MODE", "SERVICE_CHAT_SIGNING_SECRET"),
    codeHost: read("SERVICE_CODE_HOST_INGEST_MODE", "SERVICE_CODE_HOST_WEBHOOK_SECRET"),
  };
}

function readIngestMode(name: string, value: string | undefined): IngestMode {
  const given = nonBlank(value) ?? "poll";
  const mode = ingestModes.find((known) => known === given);
  if (mode) return mode;
  const known = ingestModes.map((one) => `"${one}"`).join(" or ");
  throw badSetting(`${name} must be ${known}, not "${given}"`);
}

function readApns(environment: Environment): ApnsSettings {
  const read = (name: string): string | null => nonBlank(environment[`SERVICE_APNS_${name}`]);
  const url = read("URL");
  return {
    key: read("KEY"),
    keyId: read("KEY_ID"),
    teamId: read("TEAM_ID"),
    topic: read("TOPIC"),
    url: url === null ? null : readUrl("SERVICE_APNS_URL", url, ""),
    ca: read("CA"),
  };
}

const liveUrl = "SERVICE_LIVE_PROVIDER_URL";

const readLive = (environment: Environment): Settings["live"] => ({
  root: nonBlank(environment["SERVICE_LIVE_ROOT"]) ?? "live",
  key: nonBlank(environment["SERVICE_LIVE_PROVIDER_KEY"]) ?? nonBlank(environment["OPENAI_API_KEY"]),
  url: readUrl(liveUrl, environment[liveUrl], "https://api.openai.com/v1"),
});

const tracesUrl = "OTEL_EXPORTER_OTLP_ENDPOINT";
const metricsKey = "SERVICE_METRICS_KEY";
const shortestMetricsKey = 16;

function readMetricsKey(environment: Environment): string | null {
  const key = nonBlank(environment[metricsKey]);
  if (key === null || /^[\x21-\x7e]{16,}$/.test(key)) return key;
  throw badSetting(`${metricsKey} must have at least ${shortestMetricsKey} characters without spaces`);
}

function readSecondFactor(value: string | null): "required" | "off" {
  if (value === null || value === "required" || value === "off") return value ?? "required";
  throw badSetting(`SERVICE_WEB_AUTH_SECOND_FACTOR must be "required" or "off", not "${value}"`);
}

function readSandbox(value: string | undefined): SandboxLevel | null {
  const level = nonBlank(value);
  if (level === null || isSandboxLevel(level)) return level;
  throw badSetting(
    `SERVICE_SANDBOX must be ${sandboxLevels.map((known) => `"${known}"`).join(" or ")}, not "${level}"`,
  );
}

function readGrants(value: string | undefined): SandboxGrant[] {
  const names = value === undefined ? ["git"] : readList(value);
  const unknown = names.find((name) => !isSandboxGrant(name));
  if (unknown === undefined) return names.filter(isSandboxGrant);
  const known = sandboxGrants.map((name) => `"${name}"`).join(", ");
  throw badSetting(`SERVICE_SANDBOX_GRANTS may list ${known}, not "${unknown}"`);
}

function readInstant(name: string, value: string | null): number | null {
  if (value === null) return null;
  const instant = Date.parse(value);
  if (!Number.isNaN(instant)) return instant;
  throw badSetting(`${name} must be a time such as 2026-11-21T09:00:00Z, not "${value}"`);
}

function readPort(name: string, text: string | undefined, fallback: number): number {
  const value = nonBlank(text);
  if (value === null) return fallback;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw badSetting(`${name} must be a port number from 0 (any free port) to 65535, not "${value}"`);
}

const elicitationMinutes = "SERVICE_ELICITATION_MINUTES";
const minuteMs = 60_000;
const minutesPerWeek = 7 * 24 * 60;

function readCount(name: string, text: string | undefined, most = 100): number | null {
  const value = nonBlank(text);
  if (value === null) return null;
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw badSetting(`${name} must be a whole number from 1 to ${most}, not "${value}"`);
}

/** In bytes; takes zero. */
function readMegabytes(name: string, text: string | undefined): number | null {
  const value = nonBlank(text);
  if (value === null) return null;
  const count = Number(value);
  if (Number.isInteger(count) && count >= 0 && count <= 10_000_000) return count * 1024 * 1024;
  throw badSetting(`${name} must be a whole number of megabytes from 0 to 10000000, not "${value}"`);
}

const agentStart = "SERVICE_AGENT_START_SECONDS";
const agentSilence = "SERVICE_AGENT_SILENCE_SECONDS";
const toolSilence = "SERVICE_AGENT_TOOL_SECONDS";
const cloneSilence = "SERVICE_CLONE_SILENCE_SECONDS";
const archiveSeconds = "SERVICE_ARCHIVE_SECONDS";
const searchSeconds = "SERVICE_CONTENT_SEARCH_BUDGET_SECONDS";
const searchChunk = "SERVICE_CONTENT_SEARCH_CHUNK_SIZE";

/** Takes fractions, and zero. */
const secondsUpTo =
  (most: number) =>
  (name: string, text: string | undefined, fallback: number): number => {
    const value = nonBlank(text);
    if (value === null) return fallback;
    const seconds = Number(value);
    if (seconds >= 0 && seconds <= most) return seconds;
    throw badSetting(`${name} must be a number of seconds from 0 to ${most}, not "${value}"`);
  };
const readSeconds = secondsUpTo(3_600);
const readLongSeconds = secondsUpTo(86_400);

const gitHubUrl = "SERVICE_GITHUB_API_URL";
const chatUrl = "SERVICE_CHAT_API_URL";
const bridgeUrl = "SERVICE_CHAT_BRIDGE_URL";
const bridgePeople = "SERVICE_CHAT_BRIDGE_PEOPLE";

function readUrl(name: string, text: string | undefined, fallback: string): string {
  const value = nonBlank(text);
  if (value === null) return fallback;
  const { protocol } = URL.parse(value) ?? {};
  if (protocol === "https:" || protocol === "http:") return value.replace(/\/+$/, "");
  throw badSetting(`${name} must be an http or https address, not "${value}"`);
}

function readBridgePeople(text: string | undefined): ReadonlyMap<string, string> {
  const pairs = readList(text).map((pair): [string, string] => {
    const [, number = "", email = ""] = /^\+?([\d .()-]+)=\s*([^\s=@]+@[^\s=@]+)$/.exec(pair) ?? [];
    const digits = number.replace(/\D/g, "");
    if (digits !== "") return [digits, email];
    throw badSetting(`${bridgePeople} must name people as number=email, not "${pair}"`);
  });
  return new Map(pairs);
}

const badSetting = (message: string): Refusal =>
  new Refusal({ status: 422, label: "Invalid setting", messages: [message] });

/** The platform's folder for application data. */
export function defaultDataFolder(environment: Environment, platform: string): string {
  const home = environment["HOME"] ?? homedir();
  if (platform === "darwin") return join(home, "Library", "Application Support", "Signalbox");
  if (platform === "win32")
    return join(environment["APPDATA"] ?? join(home, "AppData", "Roaming"), "Signalbox");
  return join(nonBlank(environment["XDG_DATA_HOME"]) ?? join(home, ".local", "share"), "signalbox");
}

/** A host without a scheme is reached by plain http only if it is this machine (R146). */
function readOrigin(environment: Environment): string | null {
  const given = nonBlank(environment["SERVICE_PROD_BASE_URL"]) ?? nonBlank(environment["APP_HOST"]);
  if (given === null) return null;
  const scheme = given.includes("localhost") ? "http" : "https";
  const url = URL.parse(given.includes("://") ? given : `${scheme}://${given}`);
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
}

function hostNames(environment: Environment, host: string): string[] {
  const given = [environment["APP_HOST"], environment["SERVICE_PROD_BASE_URL"], host];
  return given.flatMap((value) => {
    const text = nonBlank(value);
    if (text === null) return [];
    const url = URL.parse(text.includes("://") ? text : `http://${text}`);
    return url ? [url.hostname.toLowerCase()] : [];
  });
}
