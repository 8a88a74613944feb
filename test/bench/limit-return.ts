/**
 * How long a turn that ran into a limit waits beyond the moment at which the provider lets it go on, with real CLIs: from that
 * moment to the turn's next call to the model (R168).
 */
import { type ScriptedModel, startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import type { BenchFolders } from "./bench-folders.ts";
import type { Measurement } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";
import { runSession } from "./turn.ts";

const retryAfter = {
  name: "429 with retry-after",
  script: (seconds: number) => `error 429 times=1 retry_after=${seconds}`,
};
const plan = {
  name: "a plan's limit with its reset",
  script: (seconds: number) => `limit times=1 resets_in=${seconds}`,
};
/** With a key, Claude Code does not say when a plan's limit ends. */
const limits = [
  { runtime: "claude_code", ...retryAfter },
  { runtime: "codex", ...retryAfter },
  { runtime: "codex", ...plan },
];
const cells = limits.flatMap((limit) => [5, 20, 60].map((seconds) => ({ ...limit, seconds })));

export async function limitReturnBench(bed: BenchFolders): Promise<Measurement[]> {
  const model = await startScriptedModel();
  try {
    const repository = await makeGitRepository(await bed.folder("limit-repository"));
    await using service = await startServiceProcess(
      serviceEnvironment(await bed.folder("limit-return"), { modelUrl: model.url }),
    );
    const figures: Measurement[] = [];
    for (const { runtime, name, script, seconds } of cells) {
      const word = `${runtime} ${name} ${seconds}`;
      const prompt = [word, `#script ${script(seconds)}`, "#script say Went on."].join("\n");
      await runSession(service.url, repository, { prompt, runtime });
      figures.push(figureOf(`${runtime}, ${name} of ${seconds} s`, overdue(model, { word, seconds })));
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
