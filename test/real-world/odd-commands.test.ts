import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runProgram, signalbox } from "../support/signalbox-command.ts";
import { makeTestFolder } from "../support/test-folder.ts";

const root = join(import.meta.dirname, "../..");
const longMs = 120_000;
/** Nothing listens on the discard port. */
const offline = { HTTPS_PROXY: "http://127.0.0.1:9/", ELECTRON_MIRROR: "http://127.0.0.1:9/" };
const stackLine = /^\s+at /m;

it(
  "the download of Electron without a network ends with a sentence",
  async (context) => {
    if (existsSync(join(root, "node_modules/electron/dist"))) context.skip("Electron is installed already");
    await using folder = await makeTestFolder();
    const ran = await runProgram([process.execPath, join(root, "build/run.mjs"), "install-electron"], {
      env: { ...offline, HOME: folder.at("home"), electron_config_cache: folder.at("cache") },
    });
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(/Electron could not be downloaded\. Check the network.*\n$/);
    expect(ran.err).not.toMatch(stackLine);
  },
  longMs,
);

it(
  "a backup into a place that takes none ends with a sentence, and with a command that would work",
  async (context) => {
    if (process.platform !== "linux") context.skip("only Linux has these places");
    await using folder = await makeTestFolder();
    const env = {
      HOME: folder.at("home"),
      SERVICE_DATA_DIR: folder.at("data"),
      SERVICE_SECRET_STORE: "file",
    };
    const program = `const sql = new (require("better-sqlite3"))(process.argv[1]); sql.exec("CREATE TABLE a (b)"); sql.close();`;
    await runProgram(["/bin/mkdir", folder.at("data")]);
    await runProgram([process.execPath, "--eval", program, folder.at("data", "signalbox.db")], { cwd: root });
    for (const place of [
      "/proc/signalbox/a",
      "/sys/signalbox",
      "/dev/null",
      "/dev/null/a",
      "a".repeat(5_000),
    ]) {
      const ran = await signalbox(["backup", place], env);
      expect([place.slice(0, 40), ran.code, ran.out]).toEqual([place.slice(0, 40), 1, ""]);
      expect(ran.err).toMatch(/^Nothing was backed up: .*build\/signalbox backup FOLDER`\n$/);
      expect(ran.err).not.toMatch(stackLine);
    }
    expect((await signalbox(["backup", folder.at("my", "backups")], env)).code).toBe(0);
  },
  longMs,
);
