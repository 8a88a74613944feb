/** What `npm start` and `build/signalbox` run: the service and its workers from few files. */
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { workerFiles } from "../arch/process-imports.ts";
import { filesBelow, root, textOf } from "../arch/tree.ts";
import { startServiceProcess } from "../e2e/crash/service-process.ts";
import { makeGitRepository } from "../support/repository.ts";
import { atRest, caller, testEnvironment, waitForSession } from "../support/service.ts";
import { makeTestFolder } from "../support/test-folder.ts";

/** What the built service needs of the checkout, in a folder without the sources of its workers. */
const needed = ["node_modules", "migrations", "package.json"];
const extensions = "server/runtimes/pi/extensions";
const folderOfTest = join(root, `dist/of-test-${process.pid}`);
const built = join(folderOfTest, "dist/service");
const key = "bundled-service-key-0123456789";

beforeAll(() => {
  // pi loads no extension through a link.
  cpSync(join(root, extensions), join(folderOfTest, extensions), { recursive: true });
  for (const path of needed) symlinkSync(join(root, path), join(folderOfTest, path));
  execFileSync(process.execPath, ["build/bundle-service.mjs", built], { cwd: root, stdio: "pipe" });
});
afterAll(() => rmSync(folderOfTest, { recursive: true, force: true }));

test("runs a session to its end, finds its words and its costs with workers, and stops on SIGTERM", async () => {
  await using folder = await makeTestFolder();
  const model = await startScriptedModel();
  const environment = testEnvironment({ folder: folder.path, modelUrl: model.url, key });
  const service = startServiceProcess(environment, [join(built, "cli.js")]);
  try {
    const url = await service.ready;
    const call = caller(url, key);
    const made = await call<{ session: { id: number } }>("POST", "/sessions", {
      agent_runtime: "pi",
      git_root: await makeGitRepository(folder.at("repository")),
      prompt: "#script say The lighthouse is lit.",
    });
    expect(made.status).toBe(201);
    const { id } = made.body.session;
    expect(await waitForSession({ url, key, id }, atRest)).toMatchObject({ status: "needs_input" });
    const found = await call<{ sessions: { id: number }[] }>(
      "GET",
      "/sessions?search_contents=true&query=lighthouse",
    );
    expect(found.body.sessions.map((one) => one.id)).toEqual([id]);
    expect(await call("GET", "/costs")).toMatchObject({ status: 200 });
    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    expect(service.complaints()).not.toMatch(/"level":[56]0/);
  } finally {
    service.kill("SIGKILL");
    await service.exited;
    await model.close();
  }
});

/** `search/worker.ts` is left out: it only answers messages, and the test above finds a session with it. */
const poolWorkers = workerFiles(
  Object.fromEntries(filesBelow("server").map((file) => [file, textOf(file)])),
).filter((file) => !file.includes("/search/"));

test.each(poolWorkers)("finds %s among its files, with all that it exports", async (file) => {
  const name = file.replaceAll("/", "-").replace(/\.ts$/, ".js");
  const files = readdirSync(built).map((one) => readFileSync(join(built, one), "utf8"));
  expect(files.some((text) => text.includes(`new URL("./${name}", import.meta.url)`))).toBe(true);
  const [source, entry]: object[] = await Promise.all([import(join(root, file)), import(join(built, name))]);
  expect(Object.keys(entry ?? {}).toSorted()).toEqual(Object.keys(source ?? {}).toSorted());
});

/** Says so on stderr whenever a locale is used. */
const localeWatch = `
import { writeSync } from "node:fs";
const watched = (what) => ({
  apply(target, self, args) { writeSync(2, "locale used by " + what); return Reflect.apply(target, self, args); },
  construct(target, args) { writeSync(2, "locale used by " + what); return Reflect.construct(target, args); },
});
for (const name of Object.getOwnPropertyNames(Intl))
  if (typeof Intl[name] === "function") Intl[name] = new Proxy(Intl[name], watched(name));
for (const type of [Array, Date, Number, String])
  for (const name of Object.getOwnPropertyNames(type.prototype))
    if (/locale/i.test(name)) type.prototype[name] = new Proxy(type.prototype[name], watched(name));
`;

test("uses no locale to start, which would map 5 MB that stay in memory", async () => {
  await using folder = await makeTestFolder();
  const environment = testEnvironment({ folder: folder.path, modelUrl: "http://127.0.0.1:9", key });
  const preload = `data:text/javascript,${encodeURIComponent(localeWatch)}`;
  const service = startServiceProcess(environment, ["--import", preload, join(built, "cli.js")]);
  try {
    await service.ready;
    service.kill("SIGTERM");
    expect(await service.exited).toBe(0);
    expect(service.complaints()).not.toContain("locale used");
  } finally {
    service.kill("SIGKILL");
    await service.exited;
  }
});
