import type { CatalogFinding, CatalogReport } from "../../../../server/domains/surfaces/configs/model.ts";
import { text } from "./text.ts";

export interface FileFindings {
  /** Null for findings without a file. */
  file: string | null;
  findings: CatalogFinding[];
}

/** Problems and warnings, by file, problems before warnings and each file in the order of its lines. */
export function byFile(findings: readonly CatalogFinding[]): FileFindings[] {
  const files = new Map<string | null, CatalogFinding[]>();
  for (const finding of findings) files.set(finding.file, [...(files.get(finding.file) ?? []), finding]);
  const rank = ({ severity }: CatalogFinding): number => (severity === "problem" ? 0 : 1);
  return [...files].map(([file, found]) => ({
    file,
    findings: found.toSorted((a, b) => rank(a) - rank(b) || (a.line ?? 0) - (b.line ?? 0)),
  }));
}

/** "3 agent roots, 1 MCP server, 2 skills". */
export function contentSummary({ counts }: CatalogReport): string {
  return [
    text.counts.agentRoots(counts.agent_roots),
    text.counts.mcpServers(counts.mcp_servers),
    text.counts.skills(counts.skills),
    text.counts.hooks(counts.hooks),
    text.counts.plugins(counts.plugins),
  ].join(", ");
}

/** The result of the last load. */
export function catalogStatus({ path, findings }: CatalogReport): {
  title: string;
  description: string;
  ok: boolean;
} {
  const problems = findings.filter(({ severity }) => severity === "problem").length;
  const warnings = findings.length - problems;
  if (path === null)
    return {
      title: text.status.none,
      description: text.status.noneHint,
      ok: true,
    };
  if (problems > 0)
    return {
      title: text.counts.problems(problems),
      description: text.status.problemsHint,
      ok: false,
    };
  return {
    title: warnings > 0 ? text.status.warnings(warnings) : text.status.loaded,
    description: text.status.reloads,
    ok: true,
  };
}
