import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LoginKeeper, lendCredentials, loginFile } from "./credentials.ts";

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
const lend = () => lendCredentials({ owner: loginFile(owner), session });

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
    const [a, b] = await Promise.all([lend(), lendCredentials({ owner: loginFile(owner), session: other })]);
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
    const { copyBack } = await lendCredentials({ owner: loginFile(link), session });
    await writeFile(session, '{"access_token":"new"}');
    await copyBack();
    expect(await text(owner)).toBe('{"access_token":"new"}');
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
  });
});

describe("a login in our store", () => {
  /** As the accounts keep it. */
  function keeper(first: string) {
    let kept = first;
    const listeners = new Set<() => void>();
    const lent: string[] = [];
    const owner: LoginKeeper = {
      id: first,
      read: async () => Buffer.from(kept),
      async write(content) {
        if (content.includes("half")) return false;
        kept = content.toString();
        for (const listener of listeners) listener();
        return true;
      },
      onLent: (content) => void lent.push(content.toString()),
      onReplaced(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    return { owner, lent, kept: () => kept };
  }

  it("is replaced the moment the session's copy changes, and other copies follow", async () => {
    const { owner, kept } = keeper('{"access_token":"store"}');
    const other = join(folder, "other", "auth.json");
    const [a, b] = [
      await lendCredentials({ owner, session }),
      await lendCredentials({ owner, session: other }),
    ];
    const stops = [a.follow(), b.follow()];
    await writeFile(session, '{"access_token":"renewed"}');
    await expect.poll(kept).toBe('{"access_token":"renewed"}');
    await expect.poll(() => text(other)).toBe('{"access_token":"renewed"}');
    await writeFile(other, '{"access_token":"renewed-again"}');
    await expect.poll(() => text(session)).toBe('{"access_token":"renewed-again"}');
    for (const stop of stops) stop();
  });

  it("does not overwrite a copy that its own CLI has renewed as well", async () => {
    const { owner, kept } = keeper('{"access_token":"store two"}');
    const other = join(folder, "other", "auth.json");
    const [a, b] = [
      await lendCredentials({ owner, session }),
      await lendCredentials({ owner, session: other }),
    ];
    await writeFile(session, '{"access_token":"a"}');
    await writeFile(other, '{"access_token":"b"}');
    await Promise.all([a.copyBack(), b.copyBack()]);
    expect([kept(), await text(other)]).toEqual(['{"access_token":"a"}', '{"access_token":"b"}']);
  });

  it("stays when the CLI wrote a file without what matters, and takes the whole one that follows", async () => {
    const { owner, kept, lent } = keeper('{"access_token":"store three"}');
    const { copyBack } = await lendCredentials({ owner, session });
    await writeFile(session, '{"access_token":"half"}');
    await copyBack();
    expect(kept()).toBe('{"access_token":"store three"}');
    await writeFile(session, '{"access_token":"new"}');
    await copyBack();
    expect(kept()).toBe('{"access_token":"new"}');
    expect(lent).toEqual(['{"access_token":"store three"}', '{"access_token":"new"}']);
  });
});
