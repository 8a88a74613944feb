import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import type { Actor } from "../../../http/caller.ts";
import { repositoryTrustService } from "./index.ts";

const board: Actor = { kind: "board" };
const https = "https://git.example/acme/orchard.git";
const ssh = "git@git.example:acme/orchard.git";
const address = "git.example/acme/orchard";

function open(roots: readonly string[] = []) {
  const opened = openTestDatabase();
  const catalog = { byQualified: new Map(roots.map((gitRoot) => [gitRoot, { definition: { gitRoot } }])) };
  const changed: string[] = [];
  const trust = repositoryTrustService({ ...opened, catalogRoots: () => catalog, ownerName: () => "Olga" });
  trust.onChange((one) => void changed.push(one));
  return { ...opened, trust, changed, [Symbol.dispose]: () => opened.database.close() };
}

it("trusts an address however it is written, says who did, and takes it back", () => {
  using bed = open();
  const { trust, clock } = bed;
  expect(trust.of(https)).toEqual({ address, trusted: false });
  const at = new Date(clock.now()).toISOString().replace(/\.\d+/, "");
  expect(trust.trust(ssh, { kind: "board", person: { name: "Ada", email: "a@example.invalid" } })).toEqual({
    address,
    trusted: true,
    by: "person",
    person: "Ada",
    at,
  });
  expect(trust.of(https).trusted).toBe(true);
  trust.revoke(address, board);
  expect(trust.check(https)).toMatchObject({ trusted: false, person: "Olga" });
  expect(() => trust.revoke(address, board)).toThrow("This repository is not trusted");
  expect(trust.list().map(({ address }) => address)).toEqual([address]);
  expect(bed.changed).toEqual([address, address]);
});

it("takes the catalog's roots as trusted until a person revokes one", () => {
  using bed = open([https]);
  expect(bed.trust.check(ssh)).toMatchObject({ trusted: true, by: "catalog", at: null });
  expect(bed.trust.list()).toHaveLength(1);
  bed.trust.revoke(address, board);
  expect(bed.trust.of(ssh).trusted).toBe(false);
  bed.trust.trust(https, board);
  expect(bed.trust.check(ssh)).toMatchObject({ trusted: true, by: "person", person: "Olga" });
});

const others: Actor[] = [
  { kind: "anyone" },
  { kind: "session", id: 1 },
  { kind: "api_key", id: 1, name: "k", source: "env", grant: "api" },
  {
    kind: "native",
    grantId: 1,
    clientName: "phone",
    person: { email: "a@example.invalid", name: "Ada" },
    actsAsHuman: true,
  },
];

it.each(others)("is no decision of $kind", (actor) => {
  using bed = open([https]);
  expect(() => bed.trust.trust("/srv/other", actor)).toThrow("Only a person at the board");
  expect(() => bed.trust.revoke(address, actor)).toThrow("Only a person at the board");
  expect(bed.trust.of("/srv/other").trusted).toBe(false);
});

it("is not remembered when the transaction around it fails", () => {
  using bed = open();
  expect(() =>
    bed.database.transaction(() => {
      bed.trust.trust(https, board);
      throw new Error("later");
    }),
  ).toThrow("later");
  expect(bed.trust.of(https).trusted).toBe(false);
});

it("finds settings by name in the folders from the top to the agent's, and follows no link", async () => {
  using bed = open();
  await using folder = await makeTestFolder();
  const clone = folder.at("clone");
  mkdirSync(`${clone}/.pi/extensions`, { recursive: true });
  mkdirSync(`${clone}/api/v1/.pi`, { recursive: true });
  mkdirSync(`${clone}/web/.pi/extensions`, { recursive: true });
  writeFileSync(`${clone}/.pi/settings.json`, "{}");
  symlinkSync("/nowhere", `${clone}/api/v1/.pi/settings.json`);
  const paths = [".pi/settings.json", ".pi/extensions", ".pi/SYSTEM.md"];
  const find = (subdirectory: string | null) => bed.trust.settingsIn({ folder: clone, subdirectory }, paths);
  expect(await find(null)).toEqual([".pi/settings.json", ".pi/extensions"]);
  expect(await find("api/v1")).toEqual([".pi/settings.json", ".pi/extensions", "api/v1/.pi/settings.json"]);
});

it("does not keep what a transaction read that was rolled back", () => {
  using bed = open();
  const { trust, database } = bed;
  const changeThatFails = (): void =>
    database.transaction(() => {
      trust.trust(https, board);
      expect(trust.of(https).trusted).toBe(true);
      throw new Error("rolled back");
    });
  expect(trust.of(https).trusted).toBe(false);
  expect(changeThatFails).toThrow("rolled back");
  expect(trust.of(https).trusted).toBe(false);
  trust.trust(https, board);
  expect(trust.of(https).trusted).toBe(true);
});
