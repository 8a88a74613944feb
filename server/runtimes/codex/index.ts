import { locateCommand } from "../locate.ts";
import type { AgentRuntime, RuntimeOptions } from "../runtime.ts";
import { codexModels, defaultCodexModel } from "./models.ts";
import { prepareHome } from "./prepare.ts";
import { codexTranscript } from "./transcript.ts";
import { rolloutFile } from "./transcript-file.ts";
import { startCodexTurn } from "./turn.ts";

/** Drives `codex app-server`, one process per turn. */
export function codexRuntime({ environment }: RuntimeOptions): AgentRuntime {
  return {
    id: "codex",
    label: "Codex",
    models: codexModels,
    defaultModel: defaultCodexModel,
    acceptsModel: (id) =>
      codexModels.some((model) => model.id === id) || /^(?:gpt|codex|o\d)[\w.-]*$/.test(id),
    locate: () =>
      locateCommand({
        name: "codex",
        configured: environment["SERVICE_CODEX_PATH"],
        environment,
        install: "npm install -g @openai/codex",
      }),
    prepare: (workspace, equipment) => prepareHome(workspace, equipment, environment),
    startTurn: (request, listener) => startCodexTurn({ request, listener, service: environment }),
    transcriptFile: ({ home }, conversationId) => rolloutFile(home, conversationId),
    transcript: codexTranscript,
  };
}
