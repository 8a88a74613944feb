import { readFileSync, renameSync, rmSync } from "node:fs";
import { readdir, stat, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { makeTestFolder } from "../test/support/test-folder.ts";
import { openInstallation, placeOfSecrets } from "./installation.ts";
import { type SecretStore, secretStore } from "./lib/secret-store/index.ts";

const open = (dataFolder: string, storeOf?: typeof secretStore) =>
  openInstallation({ dataFolder, secretStore: "file" }, storeOf);

const refused = expect.objectContaining({ status: 503 });

describe("a new data folder", () => {
  it("gets an id and a root secret once, and keeps them", async () => {
    await using folder = await makeTestFolder();
    const { id, secret } = open(folder.at("data"));
    expect([id, secret]).toEqual([
      expect.stringMatching(/^[0-9a-f]{16}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    expect(open(folder.at("data"))).toMatchObject({ id, secret });
  });

  it("differs from another one", async () => {
    await using folder = await makeTestFolder();
    const [one, two] = [open(folder.at("a")), open(folder.at("b"))];
    expect(one.id).not.toBe(two.id);
    expect(one.secret).not.toBe(two.secret);
  });

  it("has the root secret in no file as plain text, and everything readable by its owner alone", async () => {
    await using folder = await makeTestFolder();
    const { id, secret } = open(folder.at("data"));
    const names = await readdir(folder.at("data"));
    expect(names.sort()).toEqual(["installation.json", "secrets.json", "secrets.key"]);
    for (const name of names) expect(readFileSync(folder.at("data", name), "utf8")).not.toContain(secret);
    expect(JSON.parse(readFileSync(folder.at("data", "installation.json"), "utf8"))).toEqual({
      id,
      rootSecret: "stored",
    });
    if (process.platform === "win32") return; // Windows has no such modes.
    const modes = await Promise.all(
      [folder.at("data"), ...names.map((name) => folder.at("data", name))].map(
        async (path) => (await stat(path)).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
  });

  it("ignores a partial file that a killed start left", async () => {
    await using folder = await makeTestFolder();
    await writeFile(folder.at("installation.json.part"), "{ha");
    const { secret } = open(folder.path);
    expect(await readdir(folder.path)).not.toContain("installation.json.part");
    expect(open(folder.path).secret).toBe(secret);
  });
});

describe("a root secret that an earlier version left in installation.json", () => {
  const former = { id: "0123456789abcdef", secret: "what every token was derived from, until now" };

  it("stays the same, moves to the secret store, and leaves the file", async () => {
    await using folder = await makeTestFolder();
    await writeFile(folder.at("installation.json"), JSON.stringify(former));
    expect(placeOfSecrets(folder.path)).toBe("installation.json");
    expect(open(folder.path)).toMatchObject(former);
    expect(readFileSync(folder.at("installation.json"), "utf8")).not.toContain(former.secret);
    expect(open(folder.path)).toMatchObject(former);
    expect(placeOfSecrets(folder.path)).toBe("file");
  });

  it("replaces one that is stored, because the version that wrote it ran last", async () => {
    await using folder = await makeTestFolder();
    open(folder.path);
    await writeFile(folder.at("installation.json"), JSON.stringify(former));
    expect([open(folder.path).secret, open(folder.path).secret]).toEqual([former.secret, former.secret]);
  });

  it("stays there while the secret store cannot be used", async () => {
    await using folder = await makeTestFolder();
    await writeFile(folder.at("installation.json"), JSON.stringify(former));
    await writeFile(folder.at("secrets.json"), "{");
    expect(() => open(folder.path)).toThrow(refused);
    rmSync(folder.at("secrets.json"));
    expect(open(folder.path)).toMatchObject(former);
  });
});

describe("a start that is killed", () => {
  /** Fails at the given write of the secret store, before or after it, as a kill would. */
  const killedAt = (moment: "before" | "after"): typeof secretStore => {
    return (of): SecretStore => {
      const store = secretStore(of);
      return {
        ...store,
        write(name, value) {
          if (moment === "after") store.write(name, value);
          throw new Error("killed");
        },
      };
    };
  };

  it.each(["before", "after"] as const)("%s the first secret is stored continues", async (moment) => {
    await using folder = await makeTestFolder();
    expect(() => open(folder.path, killedAt(moment))).toThrow("killed");
    const { id, secret } = open(folder.path);
    expect(open(folder.path)).toMatchObject({ id, secret });
  });

  it.each(["before", "after"] as const)("%s a former secret is stored keeps it", async (moment) => {
    await using folder = await makeTestFolder();
    const former = { id: "0123456789abcdef", secret: "former" };
    await writeFile(folder.at("installation.json"), JSON.stringify(former));
    expect(() => open(folder.path, killedAt(moment))).toThrow("killed");
    expect(open(folder.path)).toMatchObject(former);
    expect(open(folder.path)).toMatchObject(former);
  });
});

describe("an existing data folder without its root secret", () => {
  it.each([
    ["secrets.json is gone", "secrets.json"],
    ["the key of secrets.json is gone", "secrets.key"],
  ])("is not given another one if %s, and works again once it is back", async (_title, name) => {
    await using folder = await makeTestFolder();
    const { secret } = open(folder.path);
    renameSync(folder.at(name), folder.at("elsewhere"));
    const before = await readdir(folder.path);
    expect(() => open(folder.path)).toThrow(refused);
    expect(await readdir(folder.path)).toEqual(before);
    renameSync(folder.at("elsewhere"), folder.at(name));
    expect(open(folder.path).secret).toBe(secret);
  });

  it("waits for a locked keychain, and works again once it is unlocked", async () => {
    await using folder = await makeTestFolder();
    let held: Buffer | null = null;
    let locked = false;
    const keychain = {
      read() {
        if (locked) throw new Error("locked");
        return held;
      },
      write(key: Buffer) {
        held = key;
      },
    };
    const holders = { keychain, file: keychain };
    const withKeychain: typeof secretStore = (of) => secretStore({ ...of, place: "auto", holders });
    const { secret } = open(folder.path, withKeychain);
    expect(placeOfSecrets(folder.path)).toBe("keychain");
    locked = true;
    expect(() => open(folder.path, withKeychain)).toThrow("The system's keychain cannot be read. Make it");
    locked = false;
    expect(open(folder.path, withKeychain).secret).toBe(secret);
  });

  it("is not given another one if the entry was taken out", async () => {
    await using folder = await makeTestFolder();
    open(folder.path).secrets.remove("root_secret");
    expect(() => open(folder.path)).toThrow("root secret");
  });

  it("gets a new one when its owner says so, as the refusal explains", async () => {
    await using folder = await makeTestFolder();
    const { id, secret } = open(folder.path);
    rmSync(folder.at("secrets.json"));
    expect(() => open(folder.path)).toThrow('change "stored" to "new" in installation.json');
    const file = readFileSync(folder.at("installation.json"), "utf8");
    await writeFile(folder.at("installation.json"), file.replace('"stored"', '"new"'));
    const made = open(folder.path);
    expect(made.id).toBe(id);
    expect(made.secret).not.toBe(secret);
    expect(open(folder.path).secret).toBe(made.secret);
  });
});

it.each([
  ["half a file", "{"],
  ["another file's content", "{}"],
  ["a secret of the wrong type", '{"id": "a", "secret": 7}'],
  ["an unknown state", '{"id": "a", "rootSecret": "gone"}'],
])("refuses %s, names its path, and leaves it", async (_title, content) => {
  await using folder = await makeTestFolder();
  await writeFile(folder.at("installation.json"), content);
  expect(() => open(folder.path)).toThrow(/installation\.json.*(damaged|JSON)/);
  expect(readFileSync(folder.at("installation.json"), "utf8")).toBe(content);
});
