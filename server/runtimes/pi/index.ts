import { removeSecrets } from "../home-folder.ts";
import type { AgentRuntime, RuntimeOptions } from "../runtime.ts";
import { unlessTooOld } from "../version-rules.ts";
import { completeWithPi } from "./complete.ts";
import { connectPi } from "./connection.ts";
import { recordFolders, secretFiles } from "./environment.ts";
import { piFacts } from "./facts.ts";
import { readOpenRouterKey } from "./key-reading.ts";
import { locatePi } from "./locate-pi.ts";
import { lookUpModel } from "./model-list.ts";
import { readModelName } from "./model-name.ts";
import { defaultPiModel, piModels } from "./models.ts";
import { prepareHome } from "./prepare.ts";
import { demo } from "./providers.ts";
import { findSession } from "./session-file.ts";
import { guide, signIn } from "./sign-in.ts";
import { piSlashCommands } from "./slash-commands.ts";
import { text } from "./text.ts";

/** The first that takes `--session-id`. */
const oldestVersion = "0.87";

/** pi, the bundled agent, driven through its RPC mode with one process per turn. */
export function piRuntime({ environment, demoModelUrl }: RuntimeOptions): AgentRuntime {
  const locate = async () =>
    unlessTooOld(await locatePi(environment), {
      label: "pi",
      oldest: oldestVersion,
      update: text.updateCommand,
    });
  return {
    ...piFacts,
    label: "pi",
    oldestVersion,
    models: piModels,
    demoModel: demo.model,
    defaultModel: defaultPiModel,
    readModelName,
    lookUpModel: (id, inherited) => lookUpModel(id, { locate, environment: inherited }),
    repositorySettings: [
      ".pi/settings.json",
      ".pi/extensions",
      ".pi/prompts",
      ".pi/skills",
      ".pi/themes",
      ".pi/APPEND_SYSTEM.md",
      ".pi/SYSTEM.md",
    ],
    guide,
    locate,
    signIn: () => signIn(environment),
    providerKey: {
      provider: "OpenRouter",
      variable: "OPENROUTER_API_KEY",
      read: (key, signal) => readOpenRouterKey(environment, { key, signal }),
    },
    prepare: prepareHome,
    withdraw: (home) => removeSecrets(home, secretFiles(home)),
    connect: (request, listener) => connectPi(request, { listener, environment, demoModelUrl }),
    transcriptFile: findSession,
    slashCommands: piSlashCommands,
    recordFolders: recordFolders(environment),
    subagentFiles: async () => [],
    complete: (request) => completeWithPi(request, { locate, service: environment }),
  };
}
