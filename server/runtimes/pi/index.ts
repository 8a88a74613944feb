import type { AgentRuntime, RuntimeOptions } from "../runtime.ts";
import { locatePi } from "./locate-pi.ts";
import { defaultPiModel, piModels } from "./models.ts";
import { prepareHome } from "./prepare.ts";
import { findSession } from "./session-file.ts";
import { piTranscript } from "./transcript.ts";
import { startPiTurn } from "./turn.ts";

/** pi, the bundled agent, driven through its RPC mode with one process per turn. */
export function piRuntime({ environment }: RuntimeOptions): AgentRuntime {
  return {
    id: "pi",
    label: "pi",
    models: piModels,
    defaultModel: defaultPiModel,
    acceptsModel: (id) => /^[\w.-]+\/[\w.:/-]+$/.test(id),
    locate: () => locatePi(environment),
    prepare: prepareHome,
    startTurn: (request, listener) => startPiTurn(request, { listener, environment }),
    transcriptFile: findSession,
    transcript: piTranscript,
  };
}
