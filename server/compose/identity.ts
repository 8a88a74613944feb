import { join } from "node:path";
import { apiKeyService } from "../domains/access/api-keys/index.ts";
import {
  deploymentReader,
  identityService,
  ownerService,
  type WebSignIns,
} from "../domains/access/identity/index.ts";
import type { CatalogService } from "../domains/agents/catalog/index.ts";
import { type AppSettings, appSettingService } from "../domains/owner/app-settings/index.ts";
import { agentEnvironment, programEnvironment } from "../domains/workspace/workspaces/index.ts";
import { accountName } from "../lib/account.ts";
import { exists } from "../lib/exists.ts";
import { gitAnswer } from "../lib/git-answer.ts";
import { environmentSecrets } from "../redactor.ts";
import type { ComposeDeps, Platform } from "./deps.ts";

/** The owner of this machine, their settings, and the API keys they made. */
export function composeAccess(deps: ComposeDeps, catalog: CatalogService) {
  const { database, clock, log, environment } = deps;
  const appSettings = appSettingService({ database, clock });
  const keys = apiKeyService({
    database,
    clock,
    log,
    environment,
    agentSecrets: () =>
      [...environmentSecrets(agentEnvironment(environment, {})), ...catalog.secretValues()].map(
        ({ value }) => value,
      ),
  });
  return { appSettings, keys, owner: composeOwner(deps, appSettings) };
}

function composeOwner({ settings, environment, log }: ComposeDeps, appSettings: AppSettings) {
  return ownerService({
    settings: appSettings,
    log,
    environment: settings.owner,
    account: accountName(),
    gitValue: (name) =>
      gitAnswer(["config", "--global", "--get", name], { environment: programEnvironment(environment, {}) }),
  });
}

/** Who is calling, and how they sign out. */
export function composeIdentity(
  { log, environment, version }: ComposeDeps,
  { owner }: Pick<Platform, "owner">,
  signOut: {
    webSignIns: WebSignIns;
    revokeConnection: Parameters<typeof identityService>[0]["revokeConnection"];
  },
) {
  const folder = join(import.meta.dirname, "..", "..");
  const deployment = deploymentReader({
    environment: {
      rails_env: environment["NODE_ENV"] ?? "production",
      ruby_version: `Node.js ${process.version}`,
      rails_version: `Signalbox ${version}`,
    },
    // A folder inside another repository is not that repository.
    git: async (args) =>
      (await exists(join(folder, ".git")))
        ? gitAnswer(args, { cwd: folder, environment: programEnvironment(environment, {}) })
        : null,
  });
  return identityService({ log, owner: owner.current, deployment, ...signOut });
}
