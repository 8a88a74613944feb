import { type Endpoint, endpoints } from "../../../http/mount.ts";
import type { AccountService } from "../../agents/accounts/index.ts";
import type { CatalogService, UsedRepository } from "../../agents/catalog/index.ts";
import type { ModelService, RuntimeModels } from "../../agents/models/index.ts";
import type { GoalService } from "../../sessions/goals/index.ts";
import { reportOn } from "./catalog-report.ts";
import { type Configs, configOperations } from "./model.ts";

export function configRoutes(deps: {
  catalog: CatalogService;
  goals: GoalService;
  models: Pick<ModelService, "byRuntime">;
  defaultRuntime(): string;
  accounts: Pick<AccountService, "refusedModels">;
  /** Those of sessions, the latest first. */
  usedRepositories(): readonly UsedRepository[];
}): Endpoint[] {
  const runtimeModels = () =>
    Object.fromEntries(
      deps.models.byRuntime.map((runtime) => [
        runtime.id,
        modelsOf(runtime, deps.accounts.refusedModels(runtime.id)),
      ]),
    );
  return endpoints(configOperations, {
    getConfigs: () => {
      return {
        ...deps.catalog.views(),
        default_runtime: deps.defaultRuntime(),
        runtime_models: runtimeModels(),
        goals: [...deps.goals.list()],
        catalog_problems: [...deps.catalog.problems()],
      };
    },
    getCatalogReport: () => reportOn(deps.catalog),
    reloadCatalog: async () => {
      await deps.catalog.reload();
      return reportOn(deps.catalog);
    },
    createCatalog: async () => {
      await deps.catalog.create(deps.usedRepositories());
      return reportOn(deps.catalog);
    },
    listMcpServers: () => ({ mcp_servers: deps.catalog.views().mcp_servers }),
    listSkills: () => ({ skills: deps.catalog.views().skills }),
    listHooks: () => ({ hooks: deps.catalog.views().hooks }),
    listPlugins: () => ({ plugins: deps.catalog.views().plugins }),
    listSecretKeys: () => ({ secrets: deps.catalog.variables() }),
  });
}

/** Without those that no account may use. A default among them gives way to the first that is left. */
function modelsOf(
  { label, defaultModel, offered }: RuntimeModels,
  refused: ReadonlySet<string>,
): Configs["runtime_models"][string] {
  const usable = offered().filter(({ id }) => !refused.has(id));
  const chosen = refused.has(defaultModel)
    ? (usable.find(({ added }) => added === null)?.id ?? defaultModel)
    : defaultModel;
  return {
    label,
    default: chosen,
    models: usable.map((model) => ({
      id: model.id,
      label: model.label,
      default: model.id === chosen,
      requires_oauth: model.requiresOauth,
      effort_levels: [...model.effortLevels],
      default_effort: model.defaultEffort,
      ...(model.added === null
        ? { source: "built_in" as const }
        : { source: "added" as const, ...model.added }),
    })),
  };
}
