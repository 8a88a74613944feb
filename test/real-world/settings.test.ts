import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger, startService } from "../../server/index.ts";
import { variableNames } from "../../server/settings/variables.ts";
import { type Ran, signalbox } from "../support/signalbox-command.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

let folder: TestFolder;
let documented: string[];

beforeAll(async () => {
  folder = await makeTestFolder();
  const page = await readFile(join(import.meta.dirname, "../../docs/configuration.md"), "utf8");
  const firstColumns = [...page.matchAll(/^\| (`[^|]*`[^|]*) \|/gm)].map(([, column = ""]) => column);
  documented = firstColumns.flatMap((column) =>
    [...column.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  );
});
afterAll(() => folder[Symbol.asyncDispose]());

const environment = (set: Record<string, string>): Record<string, string> => ({
  HOME: folder.at("home"),
  PATH: process.env["PATH"] ?? "",
  SERVICE_DATA_DIR: folder.at("data"),
  ...set,
});

async function startProblem(set: Record<string, string>): Promise<unknown> {
  const log = createLogger({ level: "silent" });
  try {
    await (await startService({ environment: environment(set), log })).close();
    return null;
  } catch (error) {
    return error;
  }
}

/** What somebody may well set, and what it then says instead of what was set. */
const mistakes: readonly (readonly [name: string, value: string, form: string])[] = [
  ["SERVICE_HOST", "http://localhost", "a host name or an IP address"],
  ["SERVICE_PORT", "http", "a port number"],
  ["SERVICE_DATA_DIR", "/dev/null", "/dev/null is not a folder"],
  ["SERVICE_DATA_DIR", "/proc/signalbox/data", "/proc belongs to the kernel"],
  ["SERVICE_PROD_BASE_URL", "ftp://box.example.org", "a host name, or an http or https address"],
  ["APP_HOST", "box example org", "a host name, or an http or https address"],
  ["SERVICE_MIN_FREE_MB", "1GB", "megabytes"],
  ["SERVICE_WEB_OPEN", "yes", '"1" for on or "0" for off'],
  ["SERVICE_WEB_OPEN_ON_LAN", "true", '"1" for on or "0" for off'],
  ["SERVICE_AGENT_GITHUB_TOKEN", "ghp_token", '"1" for on or "0" for off'],
  ["SERVICE_SECRET_STORE", "keychain", '"auto" or "file"'],
  ["SERVICE_LOG_LEVEL", "loud", '"info" or "warn"'],
  ["SERVICE_LOG_FILE", "/dev", "/dev is a folder"],
  ["SERVICE_LOG_FILE", "/dev/null/a.log", "/dev/null is not a folder"],
  ["SERVICE_OWNER_EMAIL", "Ada", "an email address"],
  ["SERVICE_WEB_AUTH_ALLOWED_DOMAINS", "@example.com", "domain names"],
  ["SERVICE_CATALOG", "/nowhere/air.json", "/nowhere/air.json cannot be read (ENOENT)"],
  ["SERVICE_CATALOG", "/dev", "/dev is not a file"],
  ["SERVICE_DEFAULT_RUNTIME", "gemini", '"claude_code" or "codex" or "pi"'],
  ["SERVICE_SMALL_MODEL", "haiku", '"on" or "off"'],
  ["SERVICE_SANDBOX_GRANTS", "git,everything", '"git" or "docker" or "display"'],
  ["ANTHROPIC_BASE_URL", "localhost:8080", "an http or https address"],
  ["SERVICE_MCP_CLIENT_METADATA_URL", "http://example.org/client.json", "an https address"],
  ["SERVICE_ALLOW_PRIVATE_HOSTS", "http://10.0.0.5/", "hosts separated by commas"],
  ["SERVICE_APNS_KEY", "/nowhere/key.p8", "/nowhere/key.p8 cannot be read"],
  ["SERVICE_APNS_CA", "/nowhere/ca.pem", "/nowhere/ca.pem cannot be read"],
  ["SERVICE_METRICS_KEY", "short", "at least 16 characters"],
];

it("checks exactly the variables that docs/configuration.md lists", () => {
  expect(variableNames.toSorted()).toEqual([...new Set(documented)].toSorted());
});

describe("at the start", () => {
  it("refuses a value with a line break in every variable, by its name", async () => {
    const said = await Promise.all(
      variableNames.map(async (name) => {
        const error = await startProblem({ [name]: "two\nlines" });
        return [name, error instanceof Error ? error.message : "started"] as const;
      }),
    );
    for (const [name, message] of said)
      expect(message).toMatch(new RegExp(`^${name} must be .+\\. Correct or remove it\\.$`, "s"));
    expect(existsSync(folder.at("data"))).toBe(false);
  });

  it.each(mistakes)("refuses %s=%s", async (name, value, form) => {
    expect(await startProblem({ [name]: value })).toMatchObject({
      name: "Refusal",
      messages: [expect.stringMatching(new RegExp(`^${name} must be .*Correct or remove it\\.$`))],
      message: expect.stringContaining(form),
    });
    expect(existsSync(folder.at("data"))).toBe(false);
  });

  it("names all of several at once, and repeats no secret", async () => {
    const messages = [
      expect.stringContaining("SERVICE_PORT"),
      "OPENAI_API_KEY must be text without spaces or line breaks. Correct or remove it.",
    ];
    expect(await startProblem({ SERVICE_PORT: "http", OPENAI_API_KEY: "sk my key" })).toMatchObject({
      messages,
    });
  });

  it("says what is wrong with an address that this machine does not have", async () => {
    const message = await startProblem({ SERVICE_HOST: "192.0.2.1", SERVICE_PORT: "0" });
    expect(message).toMatchObject({ message: expect.stringMatching(/192\.0\.2\.1.*Set SERVICE_HOST/) });
  });
});

describe("the command line", () => {
  const findings = ({ out }: Ran, kind: string) => out.split("\n").filter((line) => line.startsWith(kind));

  it("prints sentences and no stack trace", async () => {
    const ran = await signalbox(
      ["serve"],
      environment({ SERVICE_LOG_LEVEL: "loud", SERVICE_DEFAULT_RUNTIME: "gemini" }),
    );
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^SERVICE_LOG_LEVEL must be .*, not "loud"\./),
      expect.stringMatching(/^SERVICE_DEFAULT_RUNTIME must be .*, not "gemini"\./),
    ]);
  });

  it("says the same in the doctor, and examines the rest", async () => {
    const ran = await signalbox(
      ["doctor"],
      environment({
        SERVICE_PORT: "http",
        SERVICE_CATALOG: "/nowhere/air.json",
        SERVICE_EDITOR: "no-such-editor",
        SERVICE_CODEX_PATH: "/nowhere/codex",
        SERVICE_DEFUALT_RUNTIME: "pi",
      }),
    );
    expect(ran).toMatchObject({ code: 1, err: "" });
    const missing = findings(ran, "missing  Settings").join("\n");
    expect(missing).toContain(
      'SERVICE_PORT must be a port number from 0 (any free port) to 65535, not "http".',
    );
    expect(missing).toContain("SERVICE_CATALOG must be the path of an air.json that you can read");
    const warnings = findings(ran, "warning").join("\n");
    for (const name of ["SERVICE_EDITOR", "SERVICE_CODEX_PATH", "SERVICE_DEFUALT_RUNTIME"])
      expect(warnings).toContain(name);
    expect(findings(ran, "ok")).toContainEqual(expect.stringContaining("Node"));
  });

  it("says in the doctor what is wrong inside a catalog", async () => {
    await mkdir(folder.at("catalog"), { recursive: true });
    await writeFile(folder.at("catalog", "air.json"), "{ not json");
    const ran = await signalbox(
      ["doctor"],
      environment({ SERVICE_CATALOG: folder.at("catalog", "air.json") }),
    );
    expect(findings(ran, "missing  Catalog")).toEqual([expect.stringContaining("air.json")]);
  });
});
