import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { nestedNpmEnvironment } from "./packages.mjs";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

const manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) });
const lock = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
});

/** The packages of a lock that would run a program when they are installed, and that the manifest does not name. */
function unnamedScripts(given: { manifest: unknown; lock: unknown }): string[] {
  const { allowScripts } = manifest.parse(given.manifest);
  const scripted = Object.entries(lock.parse(given.lock).packages).filter(([, one]) => one.hasInstallScript);
  const names = scripted.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + 13));
  return names.filter((name) => !Object.hasOwn(allowScripts, name));
}

const jsonAt = async (...path: string[]): Promise<unknown> =>
  JSON.parse(await readFile(join(root, ...path), "utf8"));

describe.each([".", "test/clis"])("the packages of %s", (folder) => {
  it("run no program at their installation that package.json does not name", async () => {
    const given = {
      manifest: await jsonAt(folder, "package.json"),
      lock: await jsonAt(folder, "package-lock.json"),
    };
    expect(unnamedScripts(given)).toEqual([]);
  });
});

it("one with an install script is reported by its name", () => {
  const packages = { "node_modules/a/node_modules/@some/planted": { hasInstallScript: true } };
  expect(unnamedScripts({ manifest: { allowScripts: {} }, lock: { packages } })).toEqual(["@some/planted"]);
});

it("only the tests' CLIs have a script that may run", async () => {
  const allowed = async (...path: string[]) =>
    Object.entries(manifest.parse(await jsonAt(...path)).allowScripts).filter(([, may]) => may);
  expect(await allowed("package.json")).toEqual([]);
  expect(await allowed("test/clis/package.json")).toEqual([["@anthropic-ai/claude-code", true]]);
});

it("the settings of the npm that runs a script do not hold for the tests' CLIs", () => {
  const inherited = { PATH: "/bin", npm_config_ignore_scripts: "true", npm_config_cache: "/cache" };
  expect(nestedNpmEnvironment(inherited)).toEqual({ PATH: "/bin", npm_config_cache: "/cache" });
});

describe("npm with the settings of this repository", () => {
  let folder = "";
  beforeEach(async ({ skip }) => {
    if (process.platform === "win32") skip("npm is a batch file there");
    folder = await mkdtemp(join(tmpdir(), "signalbox-scripts-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && name !== "INIT_CWD"),
  );
  const npm = (cwd: string, ...args: string[]) =>
    run("npm", [...args, "--offline"], { cwd, env: { ...env, npm_config_cache: join(folder, "cache") } });

  /** A project whose only package writes a file when it is installed. */
  async function project(settings: string, allowScripts?: object): Promise<string> {
    const [planted, app] = [join(folder, "planted"), join(folder, "app")];
    for (const path of [planted, app]) await mkdir(path);
    const install = `node -e "require('fs').writeFileSync(process.env.INIT_CWD + '/ran', '')"`;
    const own = { name: "planted", version: "1.0.0", scripts: { install } };
    await writeFile(join(planted, "package.json"), JSON.stringify(own));
    await npm(planted, "pack", "--silent", "--ignore-scripts");
    await copyFile(join(root, settings), join(app, ".npmrc"));
    const dependencies = { planted: "file:../planted/planted-1.0.0.tgz" };
    await writeFile(join(app, "package.json"), JSON.stringify({ dependencies, allowScripts }));
    return app;
  }

  it.each([".npmrc", "test/clis/.npmrc"])(
    "runs no script of a package that is not named, by %s",
    async (file) => {
      const app = await project(file);
      const { stdout } = await npm(app, "config", "get", "strict-allow-scripts");
      const failed = await npm(app, "install").then(
        () => "",
        ({ stderr }: { stderr: string }) => stderr,
      );
      if (stdout.trim() === "true") expect(failed).toContain("planted@1.0.0");
      // An older npm knows no list of names: of the tests' CLIs alone it runs all scripts.
      if (stdout.trim() === "true" || file === ".npmrc") expect(await readdir(app)).not.toContain("ran");
    },
  );

  it("runs none of one that is named as not allowed", async () => {
    const app = await project(".npmrc", { planted: false });
    await npm(app, "install");
    const made = await readdir(app);
    expect(made).toContain("node_modules");
    expect(made).not.toContain("ran");
  });
});
