import { resolve } from "node:path";
import type { ApnsSettings } from "./domains/inbox/push/rules.ts";
import { defaultDataFolder, realFolder } from "./lib/data-folder.ts";
import type { Limits } from "./lib/limits/index.ts";
import type { SandboxGrant, SandboxLevel } from "./lib/sandbox/index.ts";
import { runtimeIds } from "./runtimes/runtime.ts";
import { pathProblems } from "./settings/on-disk.ts";
import {
  badSettings,
  type Environment,
  formProblems,
  type ingestModes,
  readVariable,
} from "./settings/variables.ts";

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
  /** What the processes of a turn may take; null for the default. */
  agentLimits: { [Limit in keyof Limits]: number | null };
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
  /** How long an agent may go without output; 0 for no limit. */
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

const loopbackHost = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/;

const minuteMs = 60_000;
const inBytes = (megabytes: number | null): number | null =>
  megabytes === null ? null : megabytes * 1024 * 1024;

/** The data folder, whatever the other variables are set to; without links in its path. */
export const dataFolderOf = (environment: Environment, platform: string = process.platform): string =>
  realFolder(
    resolve(readVariable(environment, "SERVICE_DATA_DIR") ?? defaultDataFolder(environment, platform)),
  );

/** Throws a refusal with a sentence on each variable that has another form than it must have. */
export function readSettings(environment: Environment, platform = process.platform): Settings {
  const problems = [...formProblems(environment).values()];
  if (problems.length > 0) throw badSettings(problems);
  const read = variablesOf(environment);
  const host = read("SERVICE_HOST") ?? "127.0.0.1";
  return {
    host,
    port: read("SERVICE_PORT") ?? 3_000,
    dataFolder: dataFolderOf(environment, platform),
    catalogPath: read("SERVICE_CATALOG"),
    quickRouterRoot: read("SERVICE_QUICK_ROUTER_ROOT") ?? "router",
    defaultRuntime: read("SERVICE_DEFAULT_RUNTIME") ?? runtimeIds[0],
    lanOpen: !loopbackHost.test(host),
    lan: { host: read("SERVICE_LAN_HOST"), port: read("SERVICE_LAN_PORT") ?? 3_443 },
    boardOpenTo: readBoardOpenTo(read),
    origin: readOrigin(read),
    hostNames: hostNames([read("APP_HOST"), read("SERVICE_PROD_BASE_URL"), host]),
    agentThreads: read("SERVICE_AGENTS_LANE_THREADS") ?? read("SERVICE_AGENT_THREADS"),
    agentLimits: {
      processes: read("SERVICE_AGENT_PROCESSES"),
      memoryBytes: inBytes(read("SERVICE_AGENT_MEMORY_MB")),
      diskBytes: inBytes(read("SERVICE_AGENT_DISK_MB")),
    },
    minFreeBytes: inBytes(read("SERVICE_MIN_FREE_MB")),
    sandbox: read("SERVICE_SANDBOX"),
    // Unlike an absent one, an empty list grants nothing.
    sandboxGrants:
      read("SERVICE_SANDBOX_GRANTS") ?? (environment["SERVICE_SANDBOX_GRANTS"] === undefined ? ["git"] : []),
    smallModel: read("SERVICE_SMALL_MODEL") !== "off",
    ...readTimes(read),
    secretStore: read("SERVICE_SECRET_STORE") ?? "auto",
    privateHosts: read("SERVICE_ALLOW_PRIVATE_HOSTS") ?? [],
    mcpClientMetadataUrl: read("SERVICE_MCP_CLIENT_METADATA_URL"),
    editors: { editor: read("SERVICE_EDITOR"), terminal: read("SERVICE_TERMINAL") },
    owner: { name: read("SERVICE_OWNER_NAME"), email: read("SERVICE_OWNER_EMAIL") },
    ...readServices(read),
    webSignIn: readWebSignIn(read),
    metricsKey: read("SERVICE_METRICS_KEY"),
    tracesEndpoint: read("OTEL_EXPORTER_OTLP_ENDPOINT"),
  };
}

/** The same, and for what the service could not read or write. */
export async function checkSettings(environment: Environment): Promise<Settings> {
  const settings = readSettings(environment);
  const problems = await pathProblems(environment);
  if (problems.length > 0) throw badSettings(problems);
  return settings;
}

const variablesOf =
  (environment: Environment) =>
  <Name extends Parameters<typeof readVariable>[1]>(name: Name) =>
    readVariable(environment, name);
type Read = ReturnType<typeof variablesOf>;

function readBoardOpenTo(read: Read): Settings["boardOpenTo"] {
  if (read("SERVICE_WEB_OPEN_ON_LAN") === true) return "network";
  return read("SERVICE_WEB_OPEN") === true ? "machine" : "nobody";
}

const readTimes = (
  read: Read,
): Pick<
  Settings,
  "elicitationMs" | "contentSearch" | "archiveEveryMs" | "silenceLimits" | "cloneSilenceMs"
> => ({
  elicitationMs: minuteMs * (read("SERVICE_ELICITATION_MINUTES") ?? 60),
  contentSearch: {
    budgetMs: 1_000 * (read("SERVICE_CONTENT_SEARCH_BUDGET_SECONDS") ?? 20),
    chunk: read("SERVICE_CONTENT_SEARCH_CHUNK_SIZE") ?? 100,
  },
  archiveEveryMs: 1_000 * (read("SERVICE_ARCHIVE_SECONDS") ?? 600),
  silenceLimits: {
    startMs: 1_000 * (read("SERVICE_AGENT_START_SECONDS") ?? 300),
    thinkingMs: 1_000 * (read("SERVICE_AGENT_SILENCE_SECONDS") ?? 1_800),
    toolMs: 1_000 * (read("SERVICE_AGENT_TOOL_SECONDS") ?? 14_400),
  },
  cloneSilenceMs: 1_000 * (read("SERVICE_CLONE_SILENCE_SECONDS") ?? 120),
});

const readServices = (read: Read): Pick<Settings, "gitHub" | "ingest" | "chat" | "apns" | "live"> => ({
  gitHub: {
    token: read("GITHUB_TOKEN") ?? read("GH_TOKEN"),
    apiUrl: read("SERVICE_GITHUB_API_URL") ?? "https://api.github.com",
  },
  ingest: {
    chat: {
      mode: read("SERVICE_CHAT_INGEST_MODE") ?? "poll",
      secret: read("SERVICE_CHAT_SIGNING_SECRET"),
    },
    codeHost: {
      mode: read("SERVICE_CODE_HOST_INGEST_MODE") ?? "poll",
      secret: read("SERVICE_CODE_HOST_WEBHOOK_SECRET"),
    },
  },
  chat: {
    token: read("SERVICE_CHAT_BOT_TOKEN"),
    apiUrl: read("SERVICE_CHAT_API_URL"),
    bridgeUrl: read("SERVICE_CHAT_BRIDGE_URL"),
    bridgePeople: read("SERVICE_CHAT_BRIDGE_PEOPLE") ?? new Map(),
  },
  apns: {
    key: read("SERVICE_APNS_KEY"),
    keyId: read("SERVICE_APNS_KEY_ID"),
    teamId: read("SERVICE_APNS_TEAM_ID"),
    topic: read("SERVICE_APNS_TOPIC"),
    url: read("SERVICE_APNS_URL"),
    ca: read("SERVICE_APNS_CA"),
  },
  live: {
    root: read("SERVICE_LIVE_ROOT") ?? "live",
    key: read("SERVICE_LIVE_PROVIDER_KEY") ?? read("OPENAI_API_KEY"),
    url: read("SERVICE_LIVE_PROVIDER_URL") ?? "https://api.openai.com/v1",
  },
});

const readWebSignIn = (read: Read): WebSignInSettings => ({
  clientId: read("SERVICE_WEB_AUTH_GOOGLE_CLIENT_ID"),
  clientSecret: read("SERVICE_WEB_AUTH_GOOGLE_CLIENT_SECRET"),
  allowedDomains: read("SERVICE_WEB_AUTH_ALLOWED_DOMAINS") ?? [],
  issuer: read("SERVICE_WEB_AUTH_ISSUER") ?? "https://accounts.google.com",
  secondFactor: read("SERVICE_WEB_AUTH_SECOND_FACTOR") ?? "required",
  signInDays: read("SERVICE_WEB_AUTH_SESSION_DAYS") ?? 90,
  trustedBrowserDays: read("SERVICE_WEB_AUTH_TRUSTED_BROWSER_DAYS") ?? 365,
  resetBefore: read("SERVICE_WEB_AUTH_RESET_BEFORE"),
});

/** A host without a scheme is reached by plain http only if it is this machine (R146). */
function readOrigin(read: Read): string | null {
  const given = read("SERVICE_PROD_BASE_URL") ?? read("APP_HOST");
  if (given === null) return null;
  const scheme = given.includes("localhost") ? "http" : "https";
  return URL.parse(given.includes("://") ? given : `${scheme}://${given}`)?.origin ?? null;
}

const hostNames = (addresses: readonly (string | null)[]): string[] =>
  addresses.flatMap((text) => {
    const url = text === null ? null : URL.parse(text.includes("://") ? text : `http://${text}`);
    return url ? [url.hostname.toLowerCase()] : [];
  });
