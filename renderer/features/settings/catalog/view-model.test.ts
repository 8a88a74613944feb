import { expect, it } from "vitest";
import type { CatalogFinding, CatalogReport } from "../../../../server/domains/surfaces/configs/model.ts";
import { byFile, catalogStatus, contentSummary } from "./view-model.ts";

const finding = (changes: Partial<CatalogFinding>): CatalogFinding => ({
  severity: "problem",
  file: "/srv/mcp.json",
  line: 3,
  text: "is blank",
  ...changes,
});
const report = (findings: CatalogFinding[], path: string | null = "/srv/air.json"): CatalogReport => ({
  path,
  loaded_at: null,
  findings,
  counts: { agent_roots: 2, mcp_servers: 1, skills: 0, hooks: 0, plugins: 0 },
});

it("orders findings by file, then problems, then lines", () => {
  const warning = finding({ severity: "warning", line: 1 });
  const late = finding({ line: 9 });
  const early = finding({});
  const other = finding({ file: "/srv/air.json" });
  expect(byFile([warning, late, other, early])).toEqual([
    { file: "/srv/mcp.json", findings: [early, late, warning] },
    { file: "/srv/air.json", findings: [other] },
  ]);
});

it.each([
  [report([], null), "No catalog", true],
  [report([finding({})]), "1 problem", false],
  [report([finding({ severity: "warning" })]), "In use, with 1 warning", true],
  [report([]), "Loaded without problems", true],
])("describes a catalog %j", (read, title, ok) => {
  expect(catalogStatus(read)).toMatchObject({ title, ok });
});

it("summarizes the contents", () => {
  expect(contentSummary(report([]))).toBe("2 agent roots, 1 MCP server, 0 skills, 0 hooks, 0 plugins");
});
