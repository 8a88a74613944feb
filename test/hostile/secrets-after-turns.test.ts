/** @module-tag real-cli */

import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ScriptedModel, startScriptedModel } from "../../server/scripted-model/index.ts";
import {
  endAgentsOf,
  installationIn,
  type ServiceProcess,
  startServiceProcess,
} from "../e2e/crash/service-process.ts";
import { everythingIn } from "../support/everything-in.ts";
import { makeGitRepository } from "../support/repository.ts";
import { atRest, caller, type Session, testEnvironment, waitForSession } from "../support/service.ts";
import { claudeLogin, codexLogin } from "../support/stored-sign-ins.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 120_000;
vi.setConfig({ testTimeout: 4 * longMs, hookTimeout: longMs });

const key = "test-api-key-0123456789";
/** No form that redaction knows: what is stored of them was known to be a secret. */
const secret = (name: string): string => `${name}-quiet-marmot-whistles-7341`;
const planted = {
  anthropicKey: secret("anthropic"),
  openRouterKey: secret("openrouter"),
  ledger: secret("ledger"),
  stdio: secret("stdio"),
  hook: secret("hook"),
  claudeLogin: secret("claude-login"),
  codexLogin: secret("codex-login"),
  piLogin: secret("pi-login"),
  earlier: secret("earlier-version"),
};

let place: TestFolder;
let model: ScriptedModel;
let environment: Record<string, string>;
let service: ServiceProcess;
let url = "";
const data = (...path: string[]): string => place.at("data", ...path);

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function makeCatalog(): Promise<string> {
  const asker = join(import.meta.dirname, "../support/mcp-asker/stdio.ts");
  const servers = {
    asker: {
      type: "stdio",
      title: "Asker",
      description: "Asks.",
      command: process.execPath,
      args: [asker],
      env: { TOKEN: "${STDIO_SECRET}" },
    },
    ledger: {
      type: "streamable-http",
      title: "Ledger",
      description: "Sales.",
      url: `${model.url}/none`,
      headers: { Authorization: "Bearer ${LEDGER_SECRET}" },
    },
  };
  await put(place.at("catalog/mcp.json"), JSON.stringify(servers));
  const hooks = { note: { title: "Note", description: "Notes the start.", path: "note" } };
  await put(place.at("catalog/hooks/hooks.json"), JSON.stringify(hooks));
  const hook = { event: "session_start", command: "true", env: { TOKEN: "${HOOK_SECRET}" } };
  await put(place.at("catalog/hooks/note/HOOK.json"), JSON.stringify(hook));
  const air = { name: "secrets", mcp: ["./mcp.json"], hooks: ["./hooks/hooks.json"] };
  await put(place.at("catalog/air.json"), JSON.stringify(air));
  return place.at("catalog/air.json");
}

async function start(): Promise<void> {
  service = startServiceProcess(environment);
  url = await service.ready;
}

beforeAll(async () => {
  place = await makeTestFolder();
  model = await startScriptedModel();
  const { OPENAI_API_KEY: _without, ...rest } = testEnvironment({
    folder: place.at(),
    modelUrl: model.url,
    key,
    extra: {
      ANTHROPIC_API_KEY: planted.anthropicKey,
      OPENROUTER_API_KEY: planted.openRouterKey,
      SERVICE_CATALOG: await makeCatalog(),
      STDIO_SECRET: planted.stdio,
      LEDGER_SECRET: planted.ledger,
      HOOK_SECRET: planted.hook,
    },
  });
  environment = rest;
  await put(place.at("home/.claude/.credentials.json"), claudeLogin(planted.claudeLogin));
  await put(
    place.at("home/.codex/auth.json"),
    codexLogin("me@example.org").replace(/refresh-of-[^"]*/, planted.codexLogin),
  );
  const piLogins = { elsewhere: { type: "api_key", key: planted.piLogin } };
  await put(place.at("home/.pi/agent/auth.json"), JSON.stringify(piLogins));
  await start();
});
afterAll(async () => {
  service.kill("SIGKILL");
  await service.exited;
  await endAgentsOf(installationIn(data()));
  await model.close();
  await place[Symbol.asyncDispose]();
});

/** The files of the data folder with something in them that a session was given, and what. */
async function leaks(): Promise<string[]> {
  const entries = await everythingIn(data());
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, "latin1").catch(() => "");
      const names = Object.entries(planted).flatMap(([name, value]) => (text.includes(value) ? [name] : []));
      const tokens = /sbx_self_\d+_[\w-]{43}|elicit_\d+_[0-9a-f]{64}/.test(text) ? ["token"] : [];
      return [...names, ...tokens].map((name) => `${name} in ${relative(data(), file)}`);
    }),
  );
  return found.flat().toSorted();
}

const call = <T>(method: string, path: string, body?: unknown) => caller(url, key)<T>(method, path, body);
const isOver = (session: Session): boolean => atRest(session) && session.running_job_id === null;
const reaches = (id: number, until: (session: Session) => boolean): Promise<Session> =>
  waitForSession({ url, key, id }, until, longMs);

/** What each CLI needs in its home, and what of it this test can see there. */
const given = {
  pi: ["hook", "ledger", "piLogin", "stdio", "token"],
  claude_code: ["anthropicKey", "claudeLogin", "hook", "ledger", "stdio", "token"],
  codex: ["codexLogin", "hook", "ledger", "stdio", "token"],
};

it("a start removes what an earlier version left in the homes, and what a cut-off write left", async () => {
  service.kill("SIGTERM");
  await service.exited;
  await rm(data("homes-without-secrets"), { force: true });
  await put(data("homes/77/signalbox/mcp.json"), planted.earlier);
  await put(data("homes/77/auth.json.0b8f7b1e-8d5c-4a6e-9d53-1e1f0f6b5a11"), planted.earlier);
  await put(data("homes/78/config.toml"), planted.earlier);
  expect(await leaks()).toHaveLength(3);
  await start();
  expect(await leaks()).toEqual([]);
});

describe.each(["pi", "claude_code", "codex"] as const)("after a turn of the real %s", (agent_runtime) => {
  it("no secret is left in the data folder, however it ended", async () => {
    let last = 0;
    const gate = (): { prompt: string; path: string } => {
      last += 1;
      const path = place.at(`gate-${agent_runtime}-${last}`);
      return { path, prompt: `#script wait_file path=${path}\n#script say Done.` };
    };
    const isWaiting = async ({ path }: { path: string }): Promise<void> => {
      const asked = (): boolean => JSON.stringify(model.requests()).includes(path);
      await expect.poll(asked, { timeout: longMs, interval: 250 }).toBe(true);
    };
    const open = ({ path }: { path: string }): Promise<void> => writeFile(path, "");
    const follow = async (id: number, prompt: string): Promise<void> => {
      expect((await call("POST", `/sessions/${id}/follow_up`, { prompt })).status).toBe(200);
    };

    const first = gate();
    const git_root = await makeGitRepository(place.at(`repository-${agent_runtime}`));
    const body = {
      agent_runtime,
      prompt: first.prompt,
      git_root,
      mcp_servers: ["asker", "ledger"],
      catalog_hooks: ["note"],
    };
    const created = await call<{ session: Session }>("POST", "/sessions", body);
    expect(created.status).toBe(201);
    const { id } = created.body.session;
    await isWaiting(first);
    const inHome = (await leaks()).filter((leak) => leak.includes(` in homes/${id}/`));
    const names = inHome.map((leak) => leak.split(" ")[0]);
    expect([...new Set(names)]).toEqual(expect.arrayContaining(given[agent_runtime]));
    await open(first);
    await reaches(id, isOver);
    expect(await leaks()).toEqual([]);

    const stopped = gate();
    await follow(id, stopped.prompt);
    await isWaiting(stopped);
    expect((await call("POST", `/sessions/${id}/pause`)).status).toBe(200);
    await reaches(id, isOver);
    expect(await leaks()).toEqual([]);

    const killed = gate();
    await follow(id, killed.prompt);
    await isWaiting(killed);
    service.kill("SIGKILL");
    await service.exited;
    await start();
    await open(killed);
    await reaches(id, isOver);
    expect(await leaks()).toEqual([]);

    await follow(id, "#script error 400 message=No.");
    await reaches(id, ({ status }) => status === "failed");
    expect(await leaks()).toEqual([]);
    expect(existsSync(data("homes", String(id)))).toBe(true);
  });
});
