import { readFile } from "node:fs/promises";
import { instantOrNull } from "../../../lib/instant.ts";
import type { CatalogService } from "../../agents/catalog/index.ts";
import type { CatalogFinding, CatalogReport } from "./model.ts";
import { lineOf, splitSentence } from "./rules.ts";

/** What the last reading of the catalog found, by file and line. */
export async function reportOn(catalog: Pick<CatalogService, "findings" | "views">): Promise<CatalogReport> {
  const { path, loadedAt, problems, warnings, files } = catalog.findings();
  const { agent_roots, mcp_servers, skills, hooks, plugins } = catalog.views();
  const known = path === null ? files : [...files, path];
  const find = (severity: CatalogFinding["severity"]) => (sentence: string) =>
    withLine({ severity, ...splitSentence(sentence, known) });
  return {
    path,
    loaded_at: instantOrNull(loadedAt),
    findings: await Promise.all([...problems.map(find("problem")), ...warnings.map(find("warning"))]),
    counts: {
      agent_roots: agent_roots.length,
      mcp_servers: mcp_servers.length,
      skills: skills.length,
      hooks: hooks.length,
      plugins: plugins.length,
    },
  };
}

/** Only opens files that the catalog was read from. */
async function withLine(found: Omit<CatalogFinding, "line">): Promise<CatalogFinding> {
  const text = found.file === null ? null : await readFile(found.file, "utf8").catch(() => null);
  return { ...found, line: text === null ? null : lineOf(text, found.text) };
}
