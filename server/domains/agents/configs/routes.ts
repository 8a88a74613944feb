import { type Endpoint, endpoints } from "../../../http/mount.ts";
import type { AgentRuntime } from "../../../runtimes/runtime.ts";
import type { GoalService } from "../../sessions/goals/index.ts";
import type { CatalogService } from "../catalog/index.ts";
import { reportOn } from "./catalog-report.ts";
import { type Configs, configOperations } from "./model.ts";

export function configRoutes(deps: {
  catalog: CatalogService;
  goals: GoalService;
  runtimes: readonly AgentRuntime[];
  defaultRuntime(): string;
}): Endpoint[] {
  const runtimeModels = Object.fromEntries(deps.runtimes.map((runtime) => [runtime.id, modelsOf(runtime)]));
  return endpoints(configOperations, {
    getConfigs: () => {
      return {
        ...deps.catalog.views(),
        default_runtime: deps.defaultRuntime(),
        runtime_models: runtimeModels,
        goals: [...deps.goals.list()],
        catalog_problems: [...deps.catalog.problems()],
      };
    },
    getCatalogReport: () => reportOn(deps.catalog),
    reloadCatalog: async () => {
      await deps.catalog.reload();
      return reportOn(deps.catalog);
    },
    listMcpServers: () => ({ mcp_servers: deps.catalog.views().mcp_servers }),
    listSkills: () => ({ skills: deps.catalog.views().skills }),
    listHooks: () => ({ hooks: deps.catalog.views().hooks }),
    listPlugins: () => ({ plugins: deps.catalog.views().plugins }),
    // All models known so far come with their runtimes.
    listModelCatalogEntries: () => ({ model_catalog_entries: [] }),
    listSecretKeys: () => ({ secrets: deps.catalog.variables() }),
  });
}

function modelsOf({ label, defaultModel, models }: AgentRuntime): Configs["runtime_models"][string] {
  return {
    label,
    default: defaultModel,
    models: models.map((model) => ({
      id: model.id,
      label: model.label,
      default: model.id === defaultModel,
      // The published client reads it; no model of these runtimes requires OAuth.
      requires_oauth: false,
      effort_levels: [...model.effortLevels],
      default_effort: model.defaultEffort,
      source: "built_in" as const,
    })),
  };
}
