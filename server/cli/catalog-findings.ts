import { catalogService } from "../domains/agents/catalog/index.ts";
import { systemClock } from "../lib/clock.ts";
import type { Settings } from "../settings.ts";

interface CatalogFacts {
  /** Where the agent roots' repositories are. */
  gitRoots: readonly string[];
  problems: readonly string[];
}

/** Reads the catalog once. */
export async function catalogFacts(
  { catalogPath }: Pick<Settings, "catalogPath">,
  environment: NodeJS.ProcessEnv,
): Promise<CatalogFacts> {
  const catalog = catalogService({
    path: catalogPath,
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
    };
  } finally {
    await catalog.close();
  }
}
