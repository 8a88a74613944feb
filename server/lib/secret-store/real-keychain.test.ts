import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";
import { makeTestFolder, type TestFolder } from "../../../test/support/test-folder.ts";
import { findOnPath } from "../executables.ts";

vi.setConfig({ testTimeout: 60_000 });

const run = promisify(execFile);
const programs = ["dbus-run-session", "gnome-keyring-daemon"];

/** Runs shell commands in a session of its own, with an unlocked keyring of GNOME in this folder. */
async function inDesktop(folder: TestFolder, commands: string, store: string): Promise<string[]> {
  const running = folder.at("running");
  await mkdir(running, { recursive: true, mode: 0o700 });
  const start = `printf password | gnome-keyring-daemon --unlock --components=secrets > /dev/null\n${commands}`;
  const env = { PATH: process.env["PATH"], HOME: folder.path, XDG_RUNTIME_DIR: running };
  const { stdout } = await run("dbus-run-session", ["--", "sh", "-ec", start], {
    env: { ...env, NODE: process.execPath, STORE: store },
  });
  return stdout.trim().split("\n");
}

const storeIn = (folder: TestFolder): string => `
  import { secretStore } from ${JSON.stringify(new URL("./index.ts", import.meta.url).href)};
  const of = { folder: ${JSON.stringify(folder.path)}, account: "signalbox-test", place: "auto" };
  try {
    const store = secretStore(of);
    if (store.read("token") === null) store.write("token", "kept");
    console.log(store.place(), store.read("token"));
  } catch (error) {
    console.log(error.message);
  }`;

it("keeps the key of secrets in GNOME's keyring, from one start to the next", async ({ skip }) => {
  const found = await Promise.all(programs.map((name) => findOnPath(name, process.env)));
  const missing = programs.find((_name, index) => found[index] === null);
  if (missing !== undefined) return skip(`${missing} is not installed`);
  await using folder = await makeTestFolder();
  const start = `"$NODE" --input-type=module --eval "$STORE"`;
  expect(await inDesktop(folder, `${start}\n${start}`, storeIn(folder))).toEqual([
    "keychain kept",
    "keychain kept",
  ]);
  expect(await readdir(folder.path)).not.toContain("secrets.key");

  const elsewhere = { PATH: process.env["PATH"], HOME: folder.path };
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", storeIn(folder)], {
    env: elsewhere,
  });
  expect(stdout).toContain("The system's keychain");
  expect(await readdir(folder.path)).not.toContain("secrets.key");
});
