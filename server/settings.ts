import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { Refusal } from "./lib/errors.ts";

/** What the environment says about how to run (design section 3), parsed once. */
export interface Settings {
  host: string;
  port: number;
  dataFolder: string;
  catalogPath: string | null;
  defaultRuntime: string;
  /** The service listens beyond loopback. */
  lanOpen: boolean;
  /** The specification's open board on the network. */
  boardOpenOnLan: boolean;
  /** Host names the owner vouches for. */
  hostNames: readonly string[];
  agentThreads: number | null;
  /** A small model may be asked for titles and status summaries. */
  smallModel: boolean;
  /** How long an agent's question waits for its answer. */
  elicitationMs: number;
  /** How long one search of transcripts may take, and how many sessions it takes at once. */
  contentSearch: { budgetMs: number; chunk: number };
  /** How often the archive of all transcripts is brought up to date. */
  archiveEveryMs: number;
  /** Where pull requests are read; none are without a token. */
  gitHub: { token: string | null; apiUrl: string };
  /** The person at this machine. */
  owner: { name: string | null; email: string | null };
}

type Environment = Readonly<Record<string, string | undefined>>;

const loopbackHost = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/;

const present = (value: string | undefined): string | null => {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
};

/** Throws a sentence that names the variable and what it takes. */
export function readSettings(environment: Environment, platform = process.platform): Settings {
  const host = present(environment["SERVICE_HOST"]) ?? "127.0.0.1";
  return {
    host,
    port: readPort(environment["SERVICE_PORT"]),
    dataFolder: resolve(present(environment["SERVICE_DATA_DIR"]) ?? defaultDataFolder(environment, platform)),
    catalogPath: present(environment["SERVICE_CATALOG"]),
    defaultRuntime: present(environment["SERVICE_DEFAULT_RUNTIME"]) ?? "claude_code",
    lanOpen: !loopbackHost.test(host),
    boardOpenOnLan: environment["SERVICE_WEB_OPEN_ON_LAN"] === "1",
    hostNames: hostNames(environment, host),
    agentThreads: readCount("SERVICE_AGENT_THREADS", environment["SERVICE_AGENT_THREADS"]),
    smallModel: present(environment["SERVICE_SMALL_MODEL"]) !== "off",
    elicitationMs: minuteMs * (readCount(minutes, environment[minutes], weekOfMinutes) ?? 60),
    contentSearch: {
      budgetMs: 1_000 * readSeconds(searchSeconds, environment[searchSeconds], 20),
      chunk: readCount(searchChunk, environment[searchChunk], 10_000) ?? 100,
    },
    archiveEveryMs: 1_000 * readSeconds(archiveSeconds, environment[archiveSeconds], 600),
    gitHub: {
      token: present(environment["GITHUB_TOKEN"]) ?? present(environment["GH_TOKEN"]),
      apiUrl: readUrl(gitHubUrl, environment[gitHubUrl], "https://api.github.com"),
    },
    owner: {
      name: present(environment["SERVICE_OWNER_NAME"]),
      email: present(environment["SERVICE_OWNER_EMAIL"]),
    },
  };
}

function readPort(text: string | undefined): number {
  const value = present(text);
  if (value === null) return 3_000;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw badSetting(`SERVICE_PORT is a port number from 0 (any free one) to 65535, not "${value}"`);
}

const minutes = "SERVICE_ELICITATION_MINUTES";
const minuteMs = 60_000;
const weekOfMinutes = 7 * 24 * 60;

function readCount(name: string, text: string | undefined, most = 100): number | null {
  const value = present(text);
  if (value === null) return null;
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw badSetting(`${name} is a number from 1 to ${most}, not "${value}"`);
}

const archiveSeconds = "SERVICE_ARCHIVE_SECONDS";
const searchSeconds = "SERVICE_CONTENT_SEARCH_BUDGET_SECONDS";
const searchChunk = "SERVICE_CONTENT_SEARCH_CHUNK_SIZE";

/** Fractions count, and none at all is a time too. */
function readSeconds(name: string, text: string | undefined, usual: number): number {
  const value = present(text);
  if (value === null) return usual;
  const seconds = Number(value);
  if (seconds >= 0 && seconds <= 3_600) return seconds;
  throw badSetting(`${name} is a number of seconds from 0 to 3600, not "${value}"`);
}

const gitHubUrl = "SERVICE_GITHUB_API_URL";

function readUrl(name: string, text: string | undefined, usual: string): string {
  const value = present(text);
  if (value === null) return usual;
  const { protocol } = URL.parse(value) ?? {};
  if (protocol === "https:" || protocol === "http:") return value.replace(/\/+$/, "");
  throw badSetting(`${name} is an http or https address, not "${value}"`);
}

const badSetting = (message: string): Refusal =>
  new Refusal({ status: 422, label: "Invalid setting", messages: [message] });

/** The platform's place for an application's data. */
export function defaultDataFolder(environment: Environment, platform: string): string {
  const home = environment["HOME"] ?? homedir();
  if (platform === "darwin") return join(home, "Library", "Application Support", "Signalbox");
  if (platform === "win32")
    return join(environment["APPDATA"] ?? join(home, "AppData", "Roaming"), "Signalbox");
  return join(present(environment["XDG_DATA_HOME"]) ?? join(home, ".local", "share"), "signalbox");
}

function hostNames(environment: Environment, host: string): string[] {
  const given = [environment["APP_HOST"], environment["SERVICE_PROD_BASE_URL"], host];
  return given.flatMap((value) => {
    const text = present(value);
    if (text === null) return [];
    const url = URL.parse(text.includes("://") ? text : `http://${text}`);
    return url ? [url.hostname.toLowerCase()] : [];
  });
}
