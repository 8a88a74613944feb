import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lendCredentials } from "./credentials.ts";

let folder: string;
let owner: string;
let session: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "credentials-"));
  owner = join(folder, "owner.json");
  session = join(folder, "home", "auth.json");
  await writeFile(owner, '{"access_token":"old"}');
});

afterEach(() => rm(folder, { recursive: true }));

const text = (path: string) => readFile(path, "utf8");
const lend = () => lendCredentials({ owner, session });

describe("lendCredentials", () => {
  it("writes a copy that only its owner can read", async () => {
    await lend();
    expect(await text(session)).toBe('{"access_token":"old"}');
    if (process.platform !== "win32") expect((await stat(session)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, "home"))).toEqual(["auth.json"]);
  });

  it("lends and copies back nothing if the person has no such file", async () => {
    await rm(owner);
    const { copyBack } = await lend();
    await expect(stat(session)).rejects.toThrow("ENOENT");
    await copyBack();
    await expect(stat(owner)).rejects.toThrow("ENOENT");
  });

  it("copies a refreshed token back after each turn", async () => {
    const { copyBack } = await lend();
    await writeFile(session, '{"access_token":"new"}');
    await copyBack();
    expect(await text(owner)).toBe('{"access_token":"new"}');
    await writeFile(session, '{"access_token":"newer"}');
    await copyBack();
    expect(await text(owner)).toBe('{"access_token":"newer"}');
    expect(await readdir(folder)).toEqual(["home", "owner.json"]);
  });

  it("does not replace the person's file if it changed in the meantime", async () => {
    const { copyBack } = await lend();
    await writeFile(session, '{"access_token":"new"}');
    await writeFile(owner, '{"access_token":"signed in again"}');
    await copyBack();
    expect(await text(owner)).toBe('{"access_token":"signed in again"}');
  });

  it("does not restore a file that the person removed", async () => {
    const { copyBack } = await lend();
    await writeFile(session, '{"access_token":"new"}');
    await rm(owner);
    await copyBack();
    await expect(stat(owner)).rejects.toThrow("ENOENT");
  });

  it("lets one of two sessions win that end together", async () => {
    const other = join(folder, "other", "auth.json");
    const [a, b] = await Promise.all([lend(), lendCredentials({ owner, session: other })]);
    await writeFile(session, '{"access_token":"a"}');
    await writeFile(other, '{"access_token":"b"}');
    await Promise.all([a.copyBack(), b.copyBack()]);
    expect(await text(owner)).toBe('{"access_token":"a"}');
  });

  it.each([
    ["half written", '{"access_token":'],
    ["empty", ""],
    ["not an object", '"x"'],
    ["enormous", JSON.stringify({ access_token: "x".repeat(1024 * 1024) })],
  ])("does not copy back a file that is %s", async (_title, content) => {
    const { copyBack } = await lend();
    await writeFile(session, content);
    await copyBack();
    expect(await text(owner)).toBe('{"access_token":"old"}');
  });

  it("copies back tokens alone, and keeps the file as it is written", async () => {
    const lent = { anthropic: { type: "oauth", access: "old" }, openai: { type: "api_key", key: "sk-mine" } };
    await writeFile(owner, `${JSON.stringify(lent, null, 2)}\n`);
    const { copyBack } = await lend();
    const planted = {
      anthropic: { type: "oauth", access: "new" },
      openai: { type: "api_key", key: "!touch x" },
    };
    await writeFile(session, JSON.stringify({ ...planted, evil: { type: "api_key", key: "!touch x" } }));
    await copyBack();
    const kept = { ...lent, anthropic: { type: "oauth", access: "new" } };
    expect(await text(owner)).toBe(`${JSON.stringify(kept, null, 2)}\n`);
  });

  it("does not follow a link in place of the copy, in either direction", async (context) => {
    if (process.platform === "win32") return context.skip("Windows has other rules for this");
    const secret = join(folder, "secret.json");
    await writeFile(secret, '{"access_token":"secret"}');
    const { copyBack } = await lend();
    await rm(session);
    await symlink(secret, session);
    await copyBack();
    expect(await text(owner)).toBe('{"access_token":"old"}');

    await lend();
    expect(await text(secret)).toBe('{"access_token":"secret"}');
    expect((await lstat(session)).isSymbolicLink()).toBe(false);
  });

  it("keeps the person's own link", async (context) => {
    if (process.platform === "win32") return context.skip("Windows has other rules for this");
    const link = join(folder, "link.json");
    await symlink(owner, link);
    const { copyBack } = await lendCredentials({ owner: link, session });
    await writeFile(session, '{"access_token":"new"}');
    await copyBack();
    expect(await text(owner)).toBe('{"access_token":"new"}');
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
  });
});
