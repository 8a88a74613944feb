import type { CatalogFinding, CatalogReport } from "../../../../server/domains/agents/configs/model.ts";

export interface FileFindings {
  /** Null for what no file stands for. */
  file: string | null;
  findings: CatalogFinding[];
}

/** Problems and warnings, by file, problems before warnings and each file in the order of its lines. */
export function byFile(findings: readonly CatalogFinding[]): FileFindings[] {
  const files = new Map<string | null, CatalogFinding[]>();
  for (const finding of findings) files.set(finding.file, [...(files.get(finding.file) ?? []), finding]);
  const rank = ({ severity }: CatalogFinding): number => (severity === "problem" ? 0 : 1);
  return [...files].map(([file, held]) => ({
    file,
    findings: held.toSorted((a, b) => rank(a) - rank(b) || (a.line ?? 0) - (b.line ?? 0)),
  }));
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** "3 agent roots, 1 MCP server, 2 skills". */
export function contentWords({ counts }: CatalogReport): string {
  const parts = [
    plural(counts.agent_roots, "agent root", "agent roots"),
    plural(counts.mcp_servers, "MCP server", "MCP servers"),
    plural(counts.skills, "skill", "skills"),
    plural(counts.hooks, "hook", "hooks"),
    plural(counts.plugins, "plugin", "plugins"),
  ];
  return parts.join(", ");
}

/** How the newest reading went. */
export function verdictOf({ path, findings }: CatalogReport): { title: string; text: string; ok: boolean } {
  const problems = findings.filter(({ severity }) => severity === "problem").length;
  const warnings = findings.length - problems;
  if (path === null)
    return {
      title: "No catalog",
      text: "Set SERVICE_CATALOG to the path of an air.json file and restart. Without a catalog, you enter the repository of each session yourself.",
      ok: true,
    };
  if (problems > 0)
    return {
      title: plural(problems, "problem", "problems"),
      text: "The last valid version stays in use until you fix this. Changed files are reloaded automatically.",
      ok: false,
    };
  return {
    title:
      warnings > 0 ? `In use, with ${plural(warnings, "warning", "warnings")}` : "Loaded without problems",
    text: "Changed files are reloaded automatically.",
    ok: true,
  };
}
