import { mkdir, readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { systemClock } from "../../../lib/clock.ts";
import { catalogService, ownCatalog } from "./index.ts";
import { loadCatalog } from "./load.ts";
import { newCatalogFiles, type UsedRepository, writeNewCatalog } from "./new-catalog.ts";

const trusted = (gitRoot: string): UsedRepository => ({ gitRoot, trusted: true });
const untrusted = (gitRoot: string): UsedRepository => ({ gitRoot, trusted: false });

async function loaded(
  repositories: readonly UsedRepository[],
  edit: (roots: string) => string = (text) => text,
) {
  await using folder = await makeTestFolder();
  await writeNewCatalog(folder.at("catalog"), newCatalogFiles(repositories));
  const file = folder.at("catalog", "roots.json");
  await writeFile(file, edit(await readFile(file, "utf8")));
  const { catalog, problems, warnings } = await loadCatalog(folder.at("catalog", "air.json"));
  expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
  return catalog;
}

const rootsOf = ({ roots }: Awaited<ReturnType<typeof loaded>>) =>
  [...roots.byQualified.values()].map(({ id, definition }) => [id, definition.gitRoot, definition.isDefault]);

describe("a new catalog", () => {
  it("has an agent root for each trusted repository, the first of them by default", async () => {
    const catalog = await loaded([
      trusted("https://github.com/acme/shop.git"),
      trusted("git@github.com:acme/tools.git"),
      trusted("/srv/work/shop"),
    ]);
    expect(rootsOf(catalog)).toEqual([
      ["shop", "https://github.com/acme/shop.git", true],
      ["tools", "git@github.com:acme/tools.git", false],
      ["shop-2", "/srv/work/shop", false],
    ]);
    expect([...catalog.skills.byId.keys()]).toEqual(["small-changes"]);
  });

  it("trusts no repository that nobody trusts, until somebody takes its slashes away", async () => {
    const repositories = [trusted("/srv/shop"), untrusted("/srv/odd, {name}/* //"), untrusted("/srv/tools")];
    expect(rootsOf(await loaded(repositories))).toEqual([["shop", "/srv/shop", true]]);
    const edited = await loaded(repositories, (text) => text.replaceAll(/^ {2}\/\/ (?=")/gm, "  "));
    expect(rootsOf(edited).map(([, gitRoot]) => gitRoot)).toEqual([
      "/srv/shop",
      "/srv/odd, {name}/* //",
      "/srv/tools",
    ]);
  });

  it("loads without repositories", async () => {
    expect(rootsOf(await loaded([]))).toEqual([]);
  });

  it("leaves what is in its place as it is", async () => {
    await using folder = await makeTestFolder();
    await mkdir(folder.at("catalog"));
    await writeFile(folder.at("catalog", "mine.txt"), "mine");
    await expect(writeNewCatalog(folder.at("catalog"), newCatalogFiles([]))).rejects.toThrow(
      "exists already",
    );
    expect(await readFile(folder.at("catalog", "mine.txt"), "utf8")).toBe("mine");
  });
});

describe("the catalog of the data folder", () => {
  const open = async (ownPath: string, path: string | null = null) => {
    const catalog = catalogService({ path, ownPath, environment: {}, clock: systemClock, log: () => {} });
    await catalog.reload();
    return catalog;
  };

  it("is used from its creation on, and by each later start", async () => {
    await using folder = await makeTestFolder();
    const own = ownCatalog(folder.path);
    const first = await open(own);
    expect(first.findings().path).toBeNull();
    await first.create([trusted("/srv/shop")]);
    expect(first.findings().path).toBe(own);
    expect(first.current().findRoot("shop")?.definition.gitRoot).toBe("/srv/shop");
    await expect(first.create([])).rejects.toThrow(`There is a catalog already: ${own}`);
    const later = await open(own);
    expect(later.current().findRoot("shop")).toBeDefined();
    for (const catalog of [first, later]) await catalog.close();
  });

  it("gives way to one that SERVICE_CATALOG names, and is not created beside it", async () => {
    await using folder = await makeTestFolder();
    await writeFile(folder.at("air.json"), '{ "name": "named" }');
    const catalog = await open(ownCatalog(folder.path), folder.at("air.json"));
    await expect(catalog.create([])).rejects.toThrow("There is a catalog already");
    expect(catalog.findings().path).toBe(folder.at("air.json"));
    await catalog.close();
  });
});
