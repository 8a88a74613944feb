import { type Redactor, redactJson, redactJsonLine } from "../../../lib/redaction/index.ts";
import { providerPrefixes } from "../../../runtimes/facts.ts";
import { text } from "./text.ts";

export interface DiagnosticFacts {
  versions: object;
  environment: Readonly<Record<string, string | undefined>>;
  /** Absent if the service does not run. */
  health: object | null;
  /** JSON lines, oldest first. */
  log: readonly string[];
  database: object;
  /** Written as `~`, because it often names the person. */
  home: string;
}

export interface DiagnosticFile {
  name: string;
  text: string;
}

/** Those whose value is shown. Any other one may hold a secret, so it is only said to be set. */
const shown: ReadonlySet<string> = new Set([
  "SERVICE_HOST",
  "SERVICE_PORT",
  "SERVICE_DATA_DIR",
  "SERVICE_MIN_FREE_MB",
  "SERVICE_LAN_PORT",
  "SERVICE_WEB_OPEN",
  "SERVICE_WEB_OPEN_ON_LAN",
  "SERVICE_SECRET_STORE",
  "SERVICE_LOG_LEVEL",
  "SERVICE_LOG_FILE",
  "SERVICE_CATALOG",
  "SERVICE_DEFAULT_RUNTIME",
  "SERVICE_QUICK_ROUTER_ROOT",
  "SERVICE_LIVE_ROOT",
  "SERVICE_AGENTS_LANE_THREADS",
  "SERVICE_AGENT_THREADS",
  "SERVICE_SANDBOX",
  "SERVICE_SANDBOX_GRANTS",
  "SERVICE_SMALL_MODEL",
  "SERVICE_ELICITATION_MINUTES",
  "SERVICE_ARCHIVE_SECONDS",
  "SERVICE_AGENT_START_SECONDS",
  "SERVICE_AGENT_SILENCE_SECONDS",
  "SERVICE_AGENT_TOOL_SECONDS",
  "SERVICE_CLONE_SILENCE_SECONDS",
  "SERVICE_CHAT_INGEST_MODE",
  "SERVICE_CODE_HOST_INGEST_MODE",
  "SERVICE_WEB_AUTH_SECOND_FACTOR",
  "SERVICE_WEB_AUTH_SESSION_DAYS",
  "SERVICE_WEB_AUTH_TRUSTED_BROWSER_DAYS",
  "NODE_ENV",
]);
const prefixes = ["SERVICE", "SIGNALBOX", "OTEL", ...providerPrefixes].join("|");
const ours = new RegExp(`^(?:(?:${prefixes})_\\w+|API_KEYS|APP_HOST|NODE_ENV|GITHUB_TOKEN|GH_TOKEN)$`);

/** The variables that the service reads, without the value of any that may hold a secret. */
function shownSettings(environment: DiagnosticFacts["environment"]): Record<string, string> {
  const given = Object.entries(environment).filter(
    ([name, value]) => ours.test(name) && (value ?? "").trim() !== "",
  );
  return Object.fromEntries(
    given
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, value = ""]) => [name, shown.has(name) ? value : text.set]),
  );
}

/** The files of the archive. Every one passes the redactor, also those that should hold no secret. */
export function diagnosticFiles(facts: DiagnosticFacts, redactor: Redactor): DiagnosticFile[] {
  const withoutHome = (value: string): string =>
    facts.home.length > 1 ? value.replaceAll(facts.home, "~") : value;
  const json = (name: string, value: object): DiagnosticFile => ({
    name,
    text: withoutHome(`${JSON.stringify(redactJson(redactor, value), null, 2)}\n`),
  });
  const lines = facts.log.map((line) => withoutHome(redactJsonLine(redactor, line.trimEnd())));
  const file = (name: string, kept: readonly string[]): DiagnosticFile => ({
    name,
    text: kept.map((line) => `${line}\n`).join(""),
  });
  return [
    { name: "README.txt", text: text.readme },
    json("versions.json", facts.versions),
    json("settings.json", shownSettings(facts.environment)),
    ...(facts.health === null ? [] : [json("health.json", facts.health)]),
    file("log.jsonl", lines),
    file(
      "slow-statements.jsonl",
      lines.filter((line) => line.includes('"slow statement"')),
    ),
    json("database.json", facts.database),
  ];
}
