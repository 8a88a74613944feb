import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { Refusal } from "../lib/errors.ts";
import { lockDataFolder } from "./lock.ts";

const holder = `
  import { lockDataFolder } from ${JSON.stringify(join(import.meta.dirname, "lock.ts"))};
  lockDataFolder(process.argv[1]);
  process.stdout.write("held");
  setInterval(() => {}, 1_000);
`;

/** Another process that holds the folder's lock until it is killed. */
async function holdElsewhere(folder: string) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", holder, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  return {
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    async [Symbol.asyncDispose]() {
      await this.kill();
    },
  };
}

it("does not report another service if the folder cannot be used", async () => {
  await using folder = await makeTestFolder();
  await writeFile(folder.at("lock.db"), "no database at all, ".repeat(100));
  expect(() => lockDataFolder(folder.path)).toThrow(/not a database/);
});

it("creates the folder, and can be acquired again after its release", async () => {
  await using folder = await makeTestFolder();
  const path = folder.at("data");
  lockDataFolder(path).release();
  const second = lockDataFolder(path);
  second.release();
  expect(() => second.release()).not.toThrow();
});

it("refuses a second holder and says what to do", async () => {
  await using folder = await makeTestFolder();
  const lock = lockDataFolder(folder.path);
  expect(() => lockDataFolder(folder.path)).toThrow(
    expect.objectContaining({
      status: 503,
      label: "Already running",
      message: expect.stringMatching(
        new RegExp(
          `Another Signalbox is using .*: process ${process.pid}\\. Stop it with .*, or set SERVICE_DATA_DIR`,
        ),
      ),
    }),
  );
  lock.release();
  lockDataFolder(folder.path).release();
});

it("excludes other processes, and is released when its process is killed", async () => {
  await using folder = await makeTestFolder();
  await using elsewhere = await holdElsewhere(folder.path);
  expect(() => lockDataFolder(folder.path)).toThrow(Refusal);
  await elsewhere.kill();
  lockDataFolder(folder.path).release();
});
