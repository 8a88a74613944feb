/** How long the service takes from its start to the first 200 of /up. */
import type { BenchFolders } from "./bench-folders.ts";
import { storedSessions } from "./bench-folders.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { type ServerProcess, startBareProcess, startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";

const rounds = 7;

export async function startBench(bed: BenchFolders): Promise<Measurement[]> {
  const empty = serviceEnvironment(await bed.folder("empty"));
  const full = serviceEnvironment(await bed.seeded("start"));
  // The folder exists and the compiled code is cached, like at every start except the first.
  await readyMs(() => startServiceProcess(empty));
  const { bare, onEmpty, onFull } = await interleaved(rounds, {
    bare: () => readyMs(startBareProcess),
    onEmpty: () => readyMs(() => startServiceProcess(empty)),
    onFull: () => readyMs(() => startServiceProcess(full)),
  });
  const figure = (where: string, measured: number): Measurement => ({
    figure: `start to first /up, ${where}`,
    unit: "ms",
    measured,
    reference: bare,
    against: "Express and better-sqlite3 alone",
    goal: { on: "measured", bound: "at most", value: 1_000 },
  });
  return [
    figure("empty data folder", onEmpty),
    figure(`${storedSessions.toLocaleString("en")} sessions`, onFull),
  ];
}

async function readyMs(start: () => Promise<ServerProcess>): Promise<number> {
  await using server = await start();
  return server.readyMs;
}
