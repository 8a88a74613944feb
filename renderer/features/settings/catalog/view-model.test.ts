import { expect, it } from "vitest";
import type { CatalogFinding, CatalogReport } from "../../../../server/domains/agents/configs/model.ts";
import { byFile, contentWords, verdictOf } from "./view-model.ts";

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

it("orders what was found by file, then problems, then lines", () => {
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
])("judges a reading", (read, title, ok) => {
  expect(verdictOf(read)).toMatchObject({ title, ok });
});

it("says what it holds", () => {
  expect(contentWords(report([]))).toBe("2 agent roots, 1 MCP server, 0 skills, 0 hooks, 0 plugins");
});
