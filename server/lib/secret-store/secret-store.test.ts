import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTestFolder } from "../../../test/support/test-folder.ts";
import { type SecretStore, secretStore } from "./index.ts";
import { type KeyHolder, keychain } from "./key-holders.ts";

/** A keychain that can be locked and unlocked. */
function fakeKeychain() {
  let held: Buffer | null = null;
  const chain = { locked: false };
  const holder: KeyHolder = {
    read() {
      if (chain.locked) throw new Error("locked");
      return held;
    },
    write(key) {
      if (chain.locked) throw new Error("locked");
      held = key;
    },
  };
  return Object.assign(chain, { holder });
}

const openIn = (folder: string, more: Partial<Parameters<typeof secretStore>[0]> = {}): SecretStore =>
  secretStore({ folder, account: "test", place: "file", ...more });

describe("secrets of a machine without a keychain", () => {
  it("are available after a restart, and in no file as plain text", async () => {
    await using folder = await makeTestFolder();
    const store = openIn(folder.path);
    store.write("mcp/1", "a token that is long");
    const sealed = store.seal("kept elsewhere");
    const again = openIn(folder.path);
    expect([again.place(), again.read("mcp/1"), again.open(sealed)]).toEqual([
      "file",
      "a token that is long",
      "kept elsewhere",
    ]);
    const text = readFileSync(join(folder.path, "secrets.json"), "utf8") + sealed;
    expect(text).not.toContain("a token");
    expect(text).not.toContain(Buffer.from("a token that is long").toString("base64url"));
  });

  it("are readable only by the owner", async () => {
    await using folder = await makeTestFolder();
    openIn(folder.path).write("a", "b");
    const modes = ["secrets.json", "secrets.key"].map(
      (name) => statSync(join(folder.path, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600]);
  });

  it("are removed one by one", async () => {
    await using folder = await makeTestFolder();
    const store = openIn(folder.path);
    store.write("a", "1");
    store.write("b", "2");
    store.remove("a");
    store.remove("never there");
    const again = openIn(folder.path);
    expect([again.read("a"), again.read("b")]).toEqual([null, "2"]);
  });

  it("cannot be decrypted under another name, changed or cut", async () => {
    await using folder = await makeTestFolder();
    const store = openIn(folder.path);
    store.write("a", "1");
    const file = join(folder.path, "secrets.json");
    const contents = JSON.parse(readFileSync(file, "utf8"));
    contents.entries.b = contents.entries.a;
    contents.entries.c = `${contents.entries.a.slice(0, -2)}AA`;
    writeFileSync(file, JSON.stringify(contents));
    const again = openIn(folder.path);
    expect([again.read("a"), again.read("b"), again.read("c")]).toEqual(["1", null, null]);
    expect([again.open(contents.entries.a), again.open("short"), again.open("")]).toEqual([null, null, null]);
  });
});

describe("secrets of a machine with a keychain", () => {
  it("have their key in it and not in a file", async () => {
    await using folder = await makeTestFolder();
    const { holder } = fakeKeychain();
    const holders = { keychain: holder, file: refusingHolder };
    openIn(folder.path, { place: "auto", holders }).write("a", "1");
    const again = openIn(folder.path, { place: "auto", holders });
    expect([again.place(), again.read("a")]).toEqual(["keychain", "1"]);
  });

  it("wait for a locked keychain, and are not created again", async () => {
    await using folder = await makeTestFolder();
    const chain = fakeKeychain();
    const holders = { keychain: chain.holder, file: refusingHolder };
    openIn(folder.path, { place: "auto", holders }).write("a", "1");
    chain.locked = true;
    const later = openIn(folder.path, { place: "auto", holders });
    expect(() => later.read("a")).toThrow(expect.objectContaining({ status: 503 }));
    expect(() => later.write("a", "2")).toThrow("keychain");
    chain.locked = false;
    expect(later.read("a")).toBe("1");
  });

  it("fall back to a file if the keychain does not keep the key", async () => {
    await using folder = await makeTestFolder();
    const forgetful: KeyHolder = { read: () => null, write: () => undefined };
    const kept = fakeKeychain();
    const store = openIn(folder.path, {
      place: "auto",
      holders: { keychain: forgetful, file: kept.holder },
    });
    expect(store.place()).toBe("file");
  });
});

it("reports a missing key or a damaged file", async () => {
  await using folder = await makeTestFolder();
  openIn(folder.path).write("a", "1");
  rmSync(join(folder.path, "secrets.key"));
  expect(() => openIn(folder.path).read("a")).toThrow("has no key");
  writeFileSync(join(folder.path, "secrets.json"), "{");
  expect(() => openIn(folder.path).read("a")).toThrow("damaged");
});

it("continues with the existing key after the damaged file was moved away, so that values stored elsewhere can be decrypted", async () => {
  await using folder = await makeTestFolder();
  const sealed = openIn(folder.path).seal("an authenticator");
  rmSync(join(folder.path, "secrets.json"));
  expect(openIn(folder.path).open(sealed)).toBe("an authenticator");
});

it("creates a new key if the stored one is invalid", async () => {
  await using folder = await makeTestFolder();
  writeFileSync(join(folder.path, "secrets.key"), "c2hvcnQ\n");
  const store = openIn(folder.path);
  expect(store.open(store.seal("a"))).toBe("a");
});

it("keeps its key in this machine's own keychain", async (context) => {
  await using folder = await makeTestFolder();
  const chain = keychain("signalbox-test");
  try {
    chain.write(Buffer.alloc(32, 1));
  } catch (error) {
    return context.skip(`This machine has no keychain: ${String(error)}`);
  }
  expect(chain.read()).toEqual(Buffer.alloc(32, 1));
  const store = openIn(folder.path, { place: "auto", account: "signalbox-test" });
  expect(store.place()).toBe("keychain");
});

const refusingHolder: KeyHolder = {
  read: () => null,
  write() {
    throw new Error("no key belongs here");
  },
};
