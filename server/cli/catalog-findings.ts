import { catalogService, ownCatalog } from "../domains/agents/catalog/index.ts";
import { systemClock } from "../lib/clock.ts";
import type { Settings } from "../settings.ts";

export interface CatalogFacts {
  /** Where the agent roots' repositories are. */
  gitRoots: readonly string[];
  problems: readonly string[];
  /** The air.json that was read; null if there is none. */
  path: string | null;
}

/** Reads the catalog once. */
export async function catalogFacts(
  { catalogPath, dataFolder }: Pick<Settings, "catalogPath" | "dataFolder">,
  environment: NodeJS.ProcessEnv,
): Promise<CatalogFacts> {
  const catalog = catalogService({
    path: catalogPath,
    ownPath: ownCatalog(dataFolder),
    environment,
    clock: systemClock,
    log: () => undefined,
  });
  try {
    await catalog.reload();
    const roots = [...catalog.current().roots.byQualified.values()];
    return {
      gitRoots: roots.flatMap(({ definition }) => definition.gitRoot ?? []),
      problems: catalog.problems(),
      path: catalog.findings().path,
    };
  } finally {
    await catalog.close();
  }
}
