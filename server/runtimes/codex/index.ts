import { removeSecrets } from "../home-folder.ts";
import { locateCommand } from "../locate.ts";
import type { AgentRuntime, RuntimeOptions } from "../runtime.ts";
import { unlessTooOld } from "../version-rules.ts";
import { completeWithCodex } from "./complete.ts";
import { connectCodex } from "./connection.ts";
import { ownerHome } from "./environment.ts";
import { codexFacts } from "./facts.ts";
import { codexLogins } from "./login.ts";
import { codexLoginCommand } from "./login-command.ts";
import { lookUpModel } from "./model-list.ts";
import { codexModels, defaultCodexModel, readModelName } from "./models.ts";
import { prepareHome, secretFiles } from "./prepare.ts";
import { codexProbe } from "./probe.ts";
import { questionTool } from "./protocol.ts";
import { guide, signIn } from "./sign-in.ts";
import { codexSlashCommands } from "./slash-commands.ts";
import { subagentFiles } from "./subagent-files.ts";
import { recordFolders, rolloutFile } from "./transcript-file.ts";

const label = "Codex";
/** Published protocols of app-server only gain methods from here on. */
const oldestVersion = "0.144";

/** Drives `codex app-server`, one process per turn. */
export function codexRuntime({ environment }: RuntimeOptions): AgentRuntime {
  const locate = async () => {
    const found = await locateCommand({
      name: "codex",
      configured: environment["SERVICE_CODEX_PATH"],
      environment,
      install: guide.installInstructions,
    });
    return unlessTooOld(found, { label, oldest: oldestVersion, update: guide.installInstructions });
  };
  return {
    ...codexFacts,
    label,
    oldestVersion,
    models: codexModels,
    defaultModel: defaultCodexModel,
    readModelName,
    lookUpModel: (id, inherited) => lookUpModel(id, { locate, environment: inherited }),
    repositorySettings: [
      ".codex/config.toml",
      ".codex/hooks.json",
      ".codex/hooks",
      ".codex/agents",
      ".codex/rules",
    ],
    guide,
    locate,
    signIn: () => signIn(environment),
    probeAccount: codexProbe({ environment }),
    logins: codexLogins({ environment }),
    loginCommand: codexLoginCommand({ environment }),
    prepare: (workspace, equipment) => prepareHome(workspace, equipment, environment),
    withdraw: (home) => removeSecrets(home, secretFiles(home)),
    connect: (request, listener) => connectCodex({ request, listener, service: environment }),
    transcriptFile: ({ home }, conversationId) => rolloutFile(home, conversationId),
    slashCommands: codexSlashCommands,
    questionTool,
    recordFolders: recordFolders(ownerHome(environment)),
    subagentFiles: ({ home }, conversationId) => subagentFiles(home, conversationId),
    complete: (request) => completeWithCodex(request, { locate, service: environment }),
  };
}
