import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { loadCatalog } from "./load.ts";

const page = join(import.meta.dirname, "../../../../docs/catalog.md");

/** The files that the page shows: a heading with the path, then the content. */
async function documentedFiles(): Promise<[path: string, content: string][]> {
  const text = await readFile(page, "utf8");
  return [...text.matchAll(/^### `([^`]+)`\n[^]*?^```\w+\n([^]*?)^```$/gm)].map(
    ([, path = "", content = ""]) => [path, content],
  );
}

it("works as documented: the files of docs/catalog.md load without a problem or a warning", async () => {
  await using folder = await makeTestFolder();
  const files = await documentedFiles();
  for (const [path, content] of files) {
    await mkdir(dirname(folder.at(path)), { recursive: true });
    await writeFile(folder.at(path), content);
    if (path.endsWith(".sh")) await chmod(folder.at(path), 0o755);
  }
  expect(files.length).toBe(11);
  const { catalog, problems, warnings } = await loadCatalog(folder.at("air.json"));
  expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
  const ids = ({ byId }: { byId: ReadonlyMap<string, unknown> }) => [...byId.keys()];
  expect({
    roots: ids(catalog.roots),
    servers: ids(catalog.mcpServers),
    skills: ids(catalog.skills),
    hooks: ids(catalog.hooks),
    plugins: ids(catalog.plugins),
    references: ids(catalog.references),
  }).toEqual({
    roots: ["web", "router"],
    servers: ["browser", "tracker"],
    skills: ["small-changes"],
    hooks: ["note-start"],
    plugins: ["review"],
    references: ["house-rules"],
  });
  const hook = catalog.hooks.byId.get("note-start")?.[0]?.definition;
  expect([hook?.file?.event, hook?.blocked]).toEqual(["session_start", null]);
});
