/** How long a single request takes when nothing else happens, and where that time goes. */
import { Agent, request } from "node:http";
import { join } from "node:path";
import type { BenchFolders } from "./bench-folders.ts";
import { type Measurement, median } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";
import { coursesIn, recordSteps, stepsFileVariable, timeline } from "./timeline.ts";

const requests = 300;
const warmUp = 100;
const body = JSON.stringify({ agent_runtime: "pi", git_root: "https://git.example/acme/service-1.git" });

interface Asked {
  method: string;
  path: string;
  body?: string;
}

const kinds: Readonly<Record<string, Asked & { goalMs: number }>> = {
  create: { method: "POST", path: "/api/v1/sessions", body, goalMs: 1.5 },
  "list of 100": { method: "GET", path: "/api/v1/sessions?per_page=100", goalMs: 2 },
  "read one": { method: "GET", path: "/api/v1/sessions/50", goalMs: 0.8 },
};

/** What a request notes on its way, in this order. */
const requestSteps = ["request arrived", "caller known", "input parsed", "handled", "answer sent"];

export async function loneRequestsBench(bed: BenchFolders): Promise<Measurement[]> {
  const steps = join(await bed.folder("request-steps"), "steps");
  const measured = await askOneByOne(await bed.folder("lone-requests"), steps);
  const courses = await coursesIn(steps, requestSteps);
  const all = warmUp + requests;
  return measured.flatMap((figure, kind) => [
    figure,
    ...timeline(figure.figure, courses.slice(kind * all + warmUp, (kind + 1) * all)),
  ]);
}

async function askOneByOne(data: string, steps: string): Promise<Measurement[]> {
  const environment = { ...serviceEnvironment(data), [stepsFileVariable]: steps };
  await using service = await startServiceProcess(environment, recordSteps);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const measured: Measurement[] = [];
  for (const [name, { goalMs, ...asked }] of Object.entries(kinds)) {
    const took: number[] = [];
    for (let n = 0; n < warmUp + requests; n++) took.push(await askOnce(service.url, agent, asked));
    measured.push({
      figure: `${name}, one after another`,
      unit: "ms",
      measured: median(took.slice(warmUp)),
      reference: null,
      against: "",
      goal: { on: "measured", bound: "at most", value: goalMs },
      note: `median of ${requests}`,
    });
  }
  agent.destroy();
  return measured;
}

/** In ms, up to the last byte of the answer. */
function askOnce(url: string, agent: Agent, { method, path, body: sent }: Asked): Promise<number> {
  const started = performance.now();
  const headers = {
    "x-api-key": benchKey,
    ...(sent !== undefined && { "content-type": "application/json" }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { agent, method, headers }, (response) => {
      if ((response.statusCode ?? 500) >= 300)
        return reject(new Error(`${method} ${path}: ${response.statusCode}`));
      response.resume().once("end", () => resolve(performance.now() - started));
    });
    asked.once("error", reject).end(sent);
  });
}
