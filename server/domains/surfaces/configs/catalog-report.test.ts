import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { catalogService } from "../../agents/catalog/index.ts";
import { reportOn } from "./catalog-report.ts";

it("names the file and line of a problem, and keeps the last valid catalog in use", async () => {
  await using folder = await makeTestFolder();
  const clock = { now: () => Date.UTC(2026, 10, 22) };
  await writeFile(folder.at("air.json"), '{ "name": "test", "mcp": ["./mcp.json"] }');
  await writeFile(folder.at("mcp.json"), '{ "clock": { "type": "stdio", "command": "date" } }');
  const catalog = catalogService({ path: folder.at("air.json"), environment: {}, log: () => {}, clock });
  await catalog.reload();
  expect(await reportOn(catalog)).toMatchObject({
    path: folder.at("air.json"),
    loaded_at: "2026-11-22T00:00:00Z",
    findings: [],
    counts: { mcp_servers: 1 },
  });
  await writeFile(folder.at("mcp.json"), '{\n  "clock": {\n    "type": "stdio",\n    "command": 7\n  }\n}');
  await catalog.reload();
  const { findings, counts } = await reportOn(catalog);
  expect(findings).toEqual([
    {
      severity: "problem",
      file: folder.at("mcp.json"),
      line: 4,
      text: expect.stringContaining("must be a string"),
    },
  ]);
  expect(counts.mcp_servers).toBe(1);
  await writeFile(folder.at("mcp.json"), '{\n  "clock": nothing\n}');
  await catalog.reload();
  expect((await reportOn(catalog)).findings).toMatchObject([{ file: folder.at("mcp.json"), line: 2 }]);
  await catalog.close();
});
