/** What it costs the service that an agent writes 50 lines of 7 MB, just short of what is kept, to its own transcript. */
import { setTimeout as pause } from "node:timers/promises";
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import { caller } from "../support/service.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { playTurn, slowestAnswer } from "./long-line.ts";
import type { Measurement } from "./measurement.ts";
import { startMonitored } from "./monitored.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

const lines = 50;
const lineBytes = 7_000_000;
/** After the turn, its calls are counted, its text indexed, and it is scanned for pull requests. */
const jobsMs = 20_000;

/** Text that compresses badly, and nearly as many values as are kept, which take long to parse. */
const fillings = {
  text: `base64 -w 0 /dev/urandom | head -c ${lineBytes}`,
  values: `yes '{}               ,' | tr -d '\\n' | head -c ${lineBytes}`,
};

const script = `f=$(ls "$PI_CODING_AGENT_DIR"/sessions/*.jsonl | head -1)
${fillings.text} > text; ${fillings.values} > values
for i in $(seq ${lines / 2}); do
printf '{"type":"message","message":{"role":"assistant","content":[{"type":"text","text":"'; cat text; printf '"}]}}\\n'
printf '{"type":"custom_message","content":"x","details":['; cat values; printf '0]}\\n'
done >> "$f"
`;

export async function largeLinesBench(bed: BenchFolders): Promise<Measurement[]> {
  const model = await startScriptedModel();
  const repository = await makeGitRepository(await bed.folder("repository"), { "fill.sh": script });
  try {
    await using service = await startMonitored(
      serviceEnvironment(await bed.folder("large-lines"), { modelUrl: model.url }),
    );
    const turn = (command: string) =>
      playTurn(service.url, repository, `#script bash cmd=${command}\n#script say done`);
    await service.delays();
    const usual = await slowestAnswer(service, async () => {
      await turn("sleep 2");
      await pause(jobsMs);
    });
    const { held: usuallyHeld } = await service.delays();
    const slowest = await slowestAnswer(service, async () => {
      const id = await turn("bash fill.sh");
      await pause(jobsMs);
      await checkStored(service.url, id);
    });
    const { held } = await service.delays();
    const against = "the same for an ordinary turn";
    return [
      {
        figure: "GET /up at the slowest, transcript of 50 lines of 7 MB",
        unit: "ms",
        measured: slowest,
        reference: usual,
        against,
        goal: { on: "measured", bound: "at most", value: 50 },
      },
      {
        figure: "main thread held at the longest, the same (its processor time)",
        unit: "ms",
        measured: held,
        reference: usuallyHeld,
        against,
        goal: { on: "measured", bound: "at most", value: 50 },
      },
    ];
  } finally {
    await model.close();
  }
}

/** Fails if the lines are not there, so that no figure comes from lines that were never read. */
async function checkStored(url: string, id: number): Promise<void> {
  const path = `/sessions/${id}/conversation?limit=1`;
  const { body } = await caller(url, benchKey)<{ total: number }>("GET", path);
  if (!(body.total > lines / 2)) throw new Error(`Only ${body.total} messages are in the transcript`);
}
