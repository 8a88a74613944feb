import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { catalogService } from "./index.ts";

const demo = join(import.meta.dirname, "../../../../test/support/catalog");

it("a first load lacks only what is in a file that cannot be read, and a refusal names the file", async () => {
  await using folder = await makeTestFolder();
  await cp(demo, folder.path, { recursive: true });
  const good = await readFile(folder.at("mcp.json"), "utf8");
  await writeFile(folder.at("mcp.json"), "{ not JSON");
  const clock = { now: () => 0 };
  const catalog = catalogService({ path: folder.at("air.json"), environment: {}, clock, log: () => {} });
  await catalog.reload();
  expect([...catalog.current().skills.byId.keys()]).toContain("seed-shop");
  expect(catalog.current().mcpServers.byQualified.size).toBe(0);
  expect(() => catalog.checkPicks({ mcpServers: ["ledger"] })).toThrow(
    expect.objectContaining({
      status: 422,
      messages: expect.arrayContaining([
        'Unknown MCP server "ledger"',
        expect.stringMatching(/^The catalog has a problem: .*mcp\.json: cannot be read/),
      ]),
    }),
  );

  await writeFile(folder.at("mcp.json"), good);
  await catalog.reload();
  expect(catalog.current().mcpServers.byId.has("ledger")).toBe(true);
  await catalog.close();
});
