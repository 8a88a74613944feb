/**
 * How long a turn that ran into a limit waits beyond the moment at which the provider lets it go on, with real CLIs: from that
 * moment to the turn's next call to the model (R168). A limit that is kept refuses every call before its end.
 */
import { type ScriptedModel, startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { limitGate } from "./limit-gate.ts";
import type { Measurement } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";
import { runSession } from "./turn.ts";

const lengths = [5, 20, 60];

export async function limitReturnBench(bed: BenchFolders): Promise<Measurement[]> {
  const model = await startScriptedModel();
  await using gate = await limitGate(model.url);
  try {
    const repository = await makeGitRepository(await bed.folder("limit-repository"));
    await using service = await startServiceProcess(
      serviceEnvironment(await bed.folder("limit-return"), { modelUrl: gate.url }),
    );
    const figures: Measurement[] = [];
    for (const runtime of ["claude_code", "codex"])
      for (const seconds of lengths) {
        const word = `${runtime} kept ${seconds}`;
        gate.limit(word, seconds);
        await runSession(service.url, repository, { prompt: `${word}\n#script say Went on.`, runtime });
        figures.push(figureOf(`${runtime}, 429 with retry-after of ${seconds} s`, gate.overdueMs()));
      }
    // With a key, Claude Code does not say when a plan's limit ends.
    for (const seconds of lengths) {
      const word = `codex plan ${seconds}`;
      const prompt = `${word}\n#script limit times=1 resets_in=${seconds}\n#script say Went on.`;
      await runSession(service.url, repository, { prompt, runtime: "codex" });
      figures.push(figureOf(`codex, a plan's limit of ${seconds} s`, overdue(model, { word, seconds })));
    }
    return figures;
  } finally {
    await model.close();
  }
}

const figureOf = (name: string, measured: number | null): Measurement => ({
  figure: `${name}: from its end to the next call`,
  unit: "ms",
  measured,
  reference: null,
  against: "",
  goal: { on: "measured", bound: "at most", value: 2_000 },
});

/** From the end of the limit to the next call with this prompt, in ms; what came before it counts as 0. */
function overdue(model: ScriptedModel, { word, seconds }: { word: string; seconds: number }): number | null {
  const [refused, ...others] = model
    .requests()
    .filter(({ prompts }) => prompts.some((prompt) => prompt.includes(word)));
  const last = others.at(-1);
  return refused && last ? Math.max(0, last.time - (refused.time + seconds * 1_000)) : null;
}
