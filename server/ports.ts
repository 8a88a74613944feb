import { type AskedPicks, type CatalogService } from "./domains/agents/catalog/index.ts";
import { type GoalService, goalBlock } from "./domains/sessions/goals/index.ts";
import type { CatalogPort, GoalPort } from "./domains/sessions/sessions/index.ts";

/** Adapts the catalog to what sessions need of it. */
export function catalogPort(catalog: CatalogService): CatalogPort {
  return {
    findRoot(name) {
      const entry = catalog.current().findRoot(name);
      if (!entry) return null;
      const { gitRoot, branch, subdirectory, goal, model, runtime } = entry.definition;
      return { name: entry.name, gitRoot, branch, subdirectory, goal, model, runtime };
    },
    select(root, lists) {
      const asked: AskedPicks = {
        mcpServers: lists.mcp_servers,
        skills: lists.catalog_skills,
        hooks: lists.catalog_hooks,
        plugins: lists.catalog_plugins,
      };
      catalog.checkPicks(asked);
      const { selected, effective } = catalog.resolveSelection({ root: root?.name ?? null, ...asked });
      return { ...selected, warnings: catalog.warningsFor(effective) };
    },
    pluginServers: (plugins) =>
      catalog.resolveSelection({ root: null, mcpServers: [], skills: [], hooks: [], plugins }).effective
        .mcpServers,
  };
}

export function goalPort(goals: GoalService): GoalPort & {
  block(goal: string | null): string | null;
  stillKnown(goal: string): boolean;
} {
  return {
    accept: (goal) => (goal === null ? null : goals.accept(goal)),
    block: (goal) => {
      const text = goals.textOf(goal);
      return text === null ? null : goalBlock(text);
    },
    stillKnown: (goal) => goals.textOf(goal) !== null,
  };
}
