import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { commands } from "../../server/cli/commands.ts";
import { filesBelow, root, textOf } from "../arch/tree.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { hearCommand } from "../support/hear-command.ts";
import { createSession } from "../support/sessions.ts";
import { runProgram } from "../support/signalbox-command.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

const pages = ["README.md", ...filesBelow("docs").filter((file) => /^docs\/[\w-]+\.md$/.test(file))];

/** The code of a page in this language, block by block. */
const blocksOf = (page: string, language: string): string[] =>
  [...textOf(page).matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "gm"))].map(
    ([, code = ""]) => code,
  );

/** The command lines of the shell blocks, without comments, each on one line. */
const linesOf = (page: string): string[] =>
  blocksOf(page, "sh")
    .filter((block) => !block.startsWith("#!"))
    .flatMap((block) => block.replaceAll("\\\n", " ").split("\n"))
    .reduce<string[]>((lines, line) => {
      const last = lines.at(-1) ?? "";
      const isInQuotes = last.split("'").length % 2 === 0;
      return isInQuotes ? [...lines.slice(0, -1), `${last}\n${line}`] : [...lines, line];
    }, [])
    .map((line) => line.replace(/(?:^|\s+)#.*$/, "").trim())
    .filter((line) => line !== "");

/** The commands in code within a sentence. */
const spansOf = (page: string): string[] =>
  [...textOf(page).matchAll(/`((?:signalbox|build\/signalbox|npm) [^`\n]+)`/g)].map(([, span = ""]) => span);

let service: BoardService;
let folder: TestFolder;
let repository: string;
let sessionId: number;

/** The catalog of docs/catalog.md, on a repository of this machine and an agent that needs no account. */
async function writeCatalog(): Promise<void> {
  const text = textOf("docs/catalog.md");
  for (const [, path = "", content = ""] of text.matchAll(/^### `([^`]+)`\n[^]*?^```\w+\n([^]*?)^```$/gm)) {
    const local = content
      .replaceAll("https://github.com/acme/shop.git", repository)
      .replace("claude_code", "pi")
      .replace(/,\n\s+"default_model": "sonnet"/, "");
    await mkdir(dirname(folder.at(path)), { recursive: true });
    await writeFile(folder.at(path), local);
  }
}

beforeAll(async () => {
  folder = await makeTestFolder();
  // Outside of a sandbox, because inside of one no agent reaches the owner's socket.
  const environment = { SERVICE_SANDBOX: "off", SERVICE_CATALOG: folder.at("air.json") };
  await writeFile(folder.at("air.json"), '{ "name": "empty" }');
  service = await startBoardService({ environment });
  repository = await service.repository({ "apps/web/index.html": "<p>shop</p>\n" });
  await writeCatalog();
  await service.board.call("POST", "/catalog/reload");
  vi.stubEnv("SERVICE_DATA_DIR", service.service.dataFolder);
  sessionId = (await createSession(service, { clone_only: true, git_root: repository })).id;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

interface Used {
  where: string;
  command: string;
  options: string[];
}

/** Each use of `signalbox` in a line: the command and its options. Another program may take it as a name. */
const usesIn = (page: string, line: string): Used[] =>
  line.startsWith("claude ")
    ? []
    : [
        ...line.matchAll(/(?:^|[\s;&(])(?:build\/|npm run --silent )?signalbox(?: --)? ([a-z]\w*)([^&|)]*)/g),
      ].map(([, command = "", rest = ""]) => ({
        where: `${page}: ${line}`,
        command,
        options: [...rest.replaceAll(/"[^"]*"/g, "").matchAll(/ (--[a-z][\w-]*)/g)].map(
          ([, option = ""]) => option,
        ),
      }));

describe("the commands in README and docs", () => {
  it("are commands that exist, with options that they have", async () => {
    const uses = pages.flatMap((page) =>
      [...linesOf(page), ...spansOf(page)].flatMap((line) => usesIn(page, line)),
    );
    const unknown = uses.filter(({ command }) => !Object.hasOwn(commands, command));
    expect(unknown.map(({ where }) => where)).toEqual([]);
    const helps = new Map<string, string>();
    for (const command of new Set(uses.map((use) => use.command)))
      helps.set(command, (await hearCommand(command, "--help")).out);
    const missing = uses.flatMap(({ where, command, options }) =>
      options
        .filter((option) => !helps.get(command)?.includes(option))
        .map((option) => `${where}: ${option}`),
    );
    expect(uses.length).toBeGreaterThan(40);
    expect(missing).toEqual([]);
  });

  it("are scripts of package.json, files of the repository and programs that the docs ask for", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const lines = pages.flatMap((page) => [...linesOf(page), ...spansOf(page)]);
    const run = lines.flatMap((line) => [...line.matchAll(/npm (?:run (?:--silent )?)?([a-z][\w:-]*)/g)]);
    const own = new Set(["install", "uninstall", "ci", "pack", "run"]);
    expect(run.map(([, name = ""]) => name).filter((name) => !own.has(name) && !(name in scripts))).toEqual(
      [],
    );
    const files = lines.flatMap((line) => [...line.matchAll(/node (build\/[\w./-]+)/g)]);
    expect(
      files.map(([, file = ""]) => file).filter((file) => filesBelow(dirname(file)).includes(file) === false),
    ).toEqual([]);
  });

  it("leave the README's two commands as they are", () => {
    expect(linesOf("README.md").slice(0, 2)).toEqual(["npm run demo", "npm test"]);
  });
});

/** The requests with curl of a page, against this service. */
const requestsOf = (page: string): string[] =>
  linesOf(page)
    .filter((line) => line.startsWith("curl "))
    .map((line) =>
      line
        .replace(/^curl /, "curl --silent --show-error --fail-with-body ")
        .replaceAll("http://127.0.0.1:3000", service.url)
        .replaceAll("my-key", service.key)
        .replaceAll("/path/to/repository", repository)
        .replaceAll("/sessions/42/", `/sessions/${sessionId}/`),
    );

async function runInShell(line: string, env: Record<string, string> = {}): Promise<unknown> {
  const ran = await runProgram(["sh", "-c", line], { env });
  expect(ran, `${line}\n${ran.out}${ran.err}`).toMatchObject({ code: 0, err: "" });
  return JSON.parse(ran.out);
}

describe("the requests in README and docs", () => {
  it.each(["README.md", "docs/connecting.md"])("of %s are answered as they are written", async (page) => {
    const requests = requestsOf(page);
    expect(requests.length).toBeGreaterThan(0);
    for (const line of requests) await runInShell(line, { API_KEYS: service.key });
  });

  it("of docs/integrations.md fire a trigger and start a session from words", async () => {
    const { board } = service;
    const trigger = await board.call<{ trigger: { id: number } }>("POST", "/triggers", {
      name: "Support mail",
      agent_root_name: "web",
      prompt_template: "{{title|untrusted}} {{text|untrusted}}",
    });
    const { id } = trigger.body.trigger;
    const app = await board.call<{ external_app: { id: number } }>("POST", "/external_apps", {
      name: "Mail robot",
      trigger_ids: [id],
    });
    const key = (path: string, body: object) => board.call<{ key: { secret: string } }>("POST", path, body);
    const integration = await key(`/external_apps/${app.body.external_app.id}/keys`, { name: "robot" });
    const extension = await board.call<{ token: string }>("POST", "/api_keys", {
      name: "ext",
      grant: "quick_router",
    });
    const env = { INTEGRATION_KEY: integration.body.key.secret, EXTENSION_KEY: extension.body.token };
    const [offered, fired, routed] = requestsOf("docs/integrations.md").map((line) =>
      line.replace("/triggers/4/", `/triggers/${id}/`),
    );
    expect(await runInShell(offered ?? "", env)).toMatchObject({ triggers: [{ name: "Support mail" }] });
    expect(await runInShell(fired ?? "", env)).toMatchObject({ outcome: "fired" });
    expect(await runInShell(routed ?? "", env)).toMatchObject({ session_id: expect.any(Number) });
  });
});

describe("the examples of triggers and budgets", () => {
  it("are accepted, and fired by the commands beside them", async () => {
    const [trigger = "", conditions = ""] = blocksOf("docs/triggers.md", "json");
    const made = await service.call<{ trigger: { id: number } }>("POST", "/triggers", JSON.parse(trigger));
    expect(made).toMatchObject({ status: 201 });
    const every = {
      name: "Every kind",
      agent_root_name: "web",
      prompt_template: "Look",
      conditions: JSON.parse(conditions),
    };
    expect(await service.call("POST", "/triggers", every)).toMatchObject({ status: 201 });
    expect((await hearCommand("triggers")).out).toContain("Triage new issues");
    expect((await hearCommand("trigger", String(made.body.trigger.id))).code).toBe(0);
  });

  it("name each kind of condition and each placeholder that there is", async () => {
    const { conditionKinds, outsideVariables, chatIdVariables, clockVariables } = await import(
      "../../server/domains/automation/triggers/model.ts"
    );
    const text = textOf("docs/triggers.md");
    expect(Object.keys(conditionKinds).filter((kind) => !text.includes(`| \`${kind}\` |`))).toEqual([]);
    const names = [...outsideVariables, ...chatIdVariables, ...clockVariables];
    expect(names.filter((name) => !text.includes(`\`{{${name}}}\``))).toEqual([]);
  });

  it("are a budget that can be added, and the goals that are built in", async () => {
    const [budget = ""] = blocksOf("docs/goals-and-budgets.md", "json");
    const added = await service.board.call("POST", "/costs/budgets", JSON.parse(budget));
    expect(added).toMatchObject({ status: 201, body: { label: "Agent root web" } });
    const { body } = await service.call<{ goals: { id: string }[] }>("GET", "/configs");
    const text = textOf("docs/goals-and-budgets.md");
    expect(body.goals.filter(({ id }) => !text.includes(`| \`${id}\` |`))).toEqual([]);
  });
});
