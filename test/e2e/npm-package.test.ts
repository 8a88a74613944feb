import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { version } from "../../server/version.ts";
import { testEnvironment } from "../support/service.ts";
import { runProgram } from "../support/signalbox-command.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);
const longMs = 300_000;

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let folder: TestFolder;
let environment: Record<string, string>;
let command = "";

/** A person's machine: npm with an empty cache and a place for programs, and nothing of the sources. */
beforeAll(async () => {
  folder = await makeTestFolder();
  for (const name of ["home", "programs"]) await mkdir(folder.at(name));
  environment = {
    ...testEnvironment({
      folder: folder.path,
      modelUrl: "http://127.0.0.1:9",
      key: "package-key-0123456789",
    }),
    ...registryOfThisMachine(),
    PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    npm_config_cache: folder.at("cache"),
    npm_config_update_notifier: "false",
  };
  await run("npm", ["run", "pack"], { cwd: root });
  await npm(
    "install",
    "--global",
    "--prefix",
    folder.at("programs"),
    join(root, `dist/signalbox-${version}.tgz`),
  );
  command = folder.at("programs/bin/signalbox");
});
afterAll(async () => {
  await signalbox("stop");
  await folder[Symbol.asyncDispose]();
});

/** Where npm finds packages here is up to who runs the tests. */
function registryOfThisMachine(): Record<string, string> {
  const named = Object.entries(process.env).flatMap(([name, value]): [string, string][] =>
    value !== undefined &&
    /^(?:npm_config_(?!cache|prefix)|https?_proxy|no_proxy|node_extra_ca_certs)/i.test(name)
      ? [[name, value]]
      : [],
  );
  return { npm_config_userconfig: join(homedir(), ".npmrc"), ...Object.fromEntries(named) };
}

const npm = (...args: string[]) =>
  run("npm", [...args, "--no-audit", "--no-fund"], { cwd: folder.path, env: environment });
const signalbox = (...args: string[]) => runProgram([command, ...args], { env: environment });

it("is installed as one file, serves the board, and is updated with a way back", async () => {
  expect(await signalbox("start")).toMatchObject({ code: 0 });
  const { url } = JSON.parse((await signalbox("status", "--json")).out) as { url: string };
  const page = await fetch(url, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("<title>Sign in · Signalbox</title>");
  expect((await fetch(`${url}/icon.svg`)).status).toBe(200);
  const inside = join(folder.at("programs"), "lib/node_modules/signalbox/dist/renderer/docs/catalog.html");
  expect(await readFile(inside, "utf8")).toContain("<title>Catalog · Signalbox</title>");
  expect((await fetch(`${url}/up`)).status).toBe(200);
  expect((await signalbox("call", "createCategory", "name=Kept")).code).toBe(0);
  expect((await signalbox("doctor")).out).toMatch(/^ok +Board/m);

  const again = await signalbox("update", join(root, `dist/signalbox-${version}.tgz`));
  expect(again, again.err).toMatchObject({ code: 0 });
  expect(again.out).toContain(`Version ${version} was installed again.`);
  expect((await signalbox("status")).code).toBe(0);

  const broken = await signalbox("update", await brokenPackage());
  expect(broken).toMatchObject({ code: 1, err: expect.stringContaining(`version ${version} is back`) });
  expect(broken.err).toContain("It cannot start.");
  expect((await signalbox("call", "listCategories")).out).toContain("Kept");

  expect((await signalbox("update", "no such file")).err).toContain("neither a file nor a version");
  expect((await signalbox("update", "--back")).out).toContain(`Version ${version} is back`);
  expect((await signalbox("stop")).code).toBe(0);
});

/** A version that does not start. */
async function brokenPackage(): Promise<string> {
  const source = folder.at("broken");
  await mkdir(join(source, "bin"), { recursive: true });
  const manifest = { name: "signalbox", version: "99.0.0", bin: { signalbox: "bin/signalbox.mjs" } };
  await writeFile(join(source, "package.json"), JSON.stringify(manifest));
  await writeFile(
    join(source, "bin/signalbox.mjs"),
    '#!/usr/bin/env node\nprocess.stderr.write("It cannot start.\\n");\nprocess.exitCode = 1;\n',
  );
  await npm("pack", source, "--pack-destination", folder.path);
  return folder.at("signalbox-99.0.0.tgz");
}
