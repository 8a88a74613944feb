import { execFile } from "node:child_process";
import { chmod, lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type Logger, pino } from "pino";
import { describe, expect, test } from "vitest";
import { everythingIn } from "../support/everything-in.ts";
import { rootSecretOf } from "../support/root-secret.ts";
import { atRest, startTestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { makeTestFolder } from "../support/test-folder.ts";

const modeOf = async (path: string): Promise<number> => (await lstat(path)).mode & 0o777;

/** What the agents and git write has modes of their own, in folders that nobody else can enter. */
const ofAgents = /^(?:clones|git|homes|scratch|sandboxes|compiled)\//;

/** The files and folders of the service that others would have rights to if they could enter the folder. */
async function loosePaths(dataFolder: string): Promise<string[]> {
  const entries = await everythingIn(dataFolder);
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !ofAgents.test(relative(dataFolder, path)));
  const loose = await Promise.all(paths.map(async (path) => ((await modeOf(path)) & 0o077) !== 0));
  return paths.filter((_, at) => loose[at]).map((path) => relative(dataFolder, path));
}

function recordingLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }) };
}

function doctor(environment: Record<string, string>): Promise<string> {
  const cli = join(import.meta.dirname, "../../server/cli.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, "doctor"], { env: environment }, (_error, out) => resolve(out));
  });
}

describe("the data folder", () => {
  test("is its owner's alone, and so is every file of the service in it", async ({ skip }) => {
    if (process.platform === "win32") skip("Windows has no such modes");
    await using service = await startTestService();
    const { id } = await createSession(service, { prompt: "#script say Done." });
    await service.waitFor(id, atRest);
    await service.call("GET", "/sessions?search_contents=true&query=Done");
    const data = service.service.dataFolder;
    expect(await modeOf(data)).toBe(0o700);
    expect(await loosePaths(data)).toEqual([]);
  });

  test("is tightened at the start if others could enter it, lock.db too, and the log says so", async ({
    skip,
  }) => {
    if (process.platform === "win32") skip("Windows has no such modes");
    await using folder = await makeTestFolder();
    const data = folder.at("data");
    await mkdir(data);
    await writeFile(join(data, "lock.db"), "");
    await chmod(join(data, "lock.db"), 0o644);
    await chmod(data, 0o755);
    const { log, lines } = recordingLog();
    await using _service = await startTestService({ folder: folder.path, log });
    expect([await modeOf(data), await modeOf(join(data, "lock.db"))]).toEqual([0o700, 0o600]);
    const said = lines.find(({ msg }) => String(msg).startsWith("other users of this machine had access"));
    expect(said).toMatchObject({ level: 40, paths: expect.arrayContaining([data, join(data, "lock.db")]) });
  });

  test("has the root secret in no file as plain text, and a backup has none of the secrets", async () => {
    await using service = await startTestService();
    const data = service.service.dataFolder;
    const secret = rootSecretOf(data);
    const cli = join(import.meta.dirname, "../../server/cli.ts");
    await new Promise<void>((resolve, reject) => {
      execFile(process.execPath, [cli, "backup"], { env: service.environment }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
    expect((await readdir(join(data, "backups"))).length).toBeGreaterThan(0);
    const sealed = await readFile(join(data, "secrets.json"), "utf8");
    const entry = (JSON.parse(sealed) as { entries: Record<string, string> }).entries["root_secret"] ?? "";
    for (const name of await readdir(data, { recursive: true })) {
      const path = join(data, name);
      if (!(await lstat(path)).isFile()) continue;
      const content = await readFile(path, "latin1");
      expect([name, content.includes(secret)]).toEqual([name, false]);
      if (name !== "secrets.json") expect([name, content.includes(entry)]).toEqual([name, false]);
    }
  });
});

describe("signalbox doctor and the log", () => {
  test("warn about keys that can be guessed and a board without sign-in, and say where the secrets are", async () => {
    const { log, lines } = recordingLog();
    const environment = { API_KEYS: "short,a-key-of-a-good-length-0123", SERVICE_WEB_OPEN: "1" };
    await using service = await startTestService({ environment, log });
    expect(lines.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([
        "API_KEYS contains keys of fewer than 16 characters, which can be guessed",
        "the board is open without sign-in: whoever reaches it acts as the owner",
      ]),
    );
    const out = await doctor(service.environment);
    expect(out).toMatch(/warning +API_KEYS contains a key of fewer than 16 characters/);
    expect(out).toMatch(/warning +SERVICE_WEB_OPEN is set/);
    expect(out).toMatch(/ok +Secrets +Encrypted in secrets\.json, with the key in secrets\.key/);
    expect(out).toMatch(/ok +Socket +The commands reach the service\./);
    expect(out).not.toContain("a-key-of-a-good-length");
  });

  test("say that a data folder cannot hold a socket", async () => {
    await using folder = await makeTestFolder();
    await mkdir(folder.at("run", "owner.sock.try", "in the way"), { recursive: true });
    const out = await doctor({ PATH: process.env["PATH"] ?? "", SERVICE_DATA_DIR: folder.path });
    expect(out).toMatch(/missing +Socket +The data folder cannot hold a socket/);
    expect(out).toMatch(/ok +Secrets +None yet\./);
  });
});
