import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  endAgentProcesses,
  identify,
  isAlive,
  type ProcessIdentity,
} from "../../../server/lib/processes/index.ts";
import type { AgentRuntime, RuntimeOptions } from "../../../server/runtimes/runtime.ts";
import type { ScriptedModel } from "../../../server/scripted-model/index.ts";
import { freePort } from "../../support/free-port.ts";
import { testEnvironment } from "../../support/service.ts";
import { auditLeftovers, auditSessions, loggedErrors } from "./audit.ts";
import { clientsOf } from "./clients.ts";
import { makeElicitationCatalog } from "./elicitation-catalog.ts";
import { databaseFacts, type Facts } from "./facts.ts";
import { faultPointNames, faultPoints } from "./fault-points.ts";
import { agentProcesses, commandOf, olderThan } from "./folder-processes.ts";
import { lastingViolations, untilAllIdle, untilRemoved } from "./invariants.ts";
import { type Random, seededRandom } from "./random.ts";
import { type ServiceProcess, startServiceProcess } from "./service-process.ts";
import { makeSlowRepository } from "./slow-repository.ts";
import { crashWorkload, type Workload } from "./workload.ts";

export interface CampaignOptions {
  runtime(options: RuntimeOptions): AgentRuntime;
  model: ScriptedModel;
  folder: string;
  seed: number;
  kills: number;
}

interface Campaign {
  random: Random;
  model: ScriptedModel;
  runtime: AgentRuntime;
  folder: string;
  dataFolder: string;
  tools: string;
  environment: Record<string, string>;
  facts: Facts;
  workload: Workload;
  problems: string[];
  /** What of the last start was alive when the next one began. */
  old: ProcessIdentity[];
  /** The newest start; it may have ended. */
  service: ServiceProcess | null;
}

const apiKey = "crash-test-key-0123456789";
const longestWaitMs = 4_000;
const restLimitMs = 120_000;

/** Kills and starts the service again and again; returns every promise that was found broken. */
export async function runCampaign(options: CampaignOptions): Promise<string[]> {
  const campaign = await prepare(options);
  try {
    for (let n = 1; n <= options.kills; n++) await oneKill(campaign, `kill ${n}`);
    await settle(campaign);
    return campaign.problems;
  } finally {
    await endEverything(campaign);
  }
}

/** The last start: everybody comes to rest, is spoken to once more, and is looked at closely. */
async function settle(campaign: Campaign): Promise<void> {
  const { workload, facts, problems, dataFolder } = campaign;
  facts.hurry();
  const service = start(campaign);
  const url = await readyService(campaign, service, "the last start");
  const answering = () => workload.answerAll(url);
  await workload.createAll(url);
  await untilAllIdle(facts, restLimitMs, answering);
  await workload.farewell(url);
  await untilAllIdle(facts, restLimitMs, answering);
  problems.push(
    ...workload.problems,
    ...(await auditSessions({ ...campaign, url, apiKey }, workload.sessions)),
  );
  await untilRemoved(facts, restLimitMs);
  await endPolitely(campaign, service);
  problems.push(...auditLeftovers({ dataFolder, facts }), ...loggedErrors(logFile(campaign.folder)));
}

/** Also what a failed campaign leaves running. */
async function endEverything(campaign: Campaign): Promise<void> {
  campaign.service?.kill("SIGKILL");
  await campaign.service?.exited;
  const id = installationOf(campaign);
  if (id !== null) await endAgentProcesses({ markerPrefix: id });
  campaign.facts.close();
}

function start(campaign: Campaign): ServiceProcess {
  campaign.service = startServiceProcess(campaign.environment);
  return campaign.service;
}

const logFile = (folder: string): string => join(folder, "service.log");

async function prepare(options: CampaignOptions): Promise<Campaign> {
  const { folder, model, seed, kills } = options;
  const runtime = options.runtime({ environment: {} });
  const random = seededRandom(seed);
  const port = await freePort();
  const extra = {
    SERVICE_PORT: String(port),
    SERVICE_AGENT_THREADS: "3",
    SERVICE_LOG_FILE: logFile(folder),
    SERVICE_LOG_LEVEL: "info",
    SERVICE_CATALOG: await makeElicitationCatalog(folder),
  };
  const environment = testEnvironment({
    folder,
    modelUrl: model.url,
    key: apiKey,
    extra,
  });
  const dataFolder = join(folder, "data");
  const tools = join(folder, "tools");
  for (const made of [dataFolder, tools]) mkdirSync(made, { recursive: true });
  const gitRoot = await makeSlowRepository(folder, join(folder, "home"));
  const maxSessions = Math.max(3, Math.round(kills / 4));
  const facts = databaseFacts(join(dataFolder, "signalbox.db"));
  const workload = crashWorkload({
    random,
    doors: clientsOf({ dataFolder, apiKey }),
    facts,
    runtime: runtime.id,
    gitRoot,
    tools,
    maxSessions,
    maxPrompts: 8,
  });
  const known = {
    random,
    model,
    runtime,
    folder,
    dataFolder,
    tools,
    environment,
  };
  return { ...known, facts, workload, problems: [], old: [], service: null };
}

/** One start of the service and its end, which now and then is a clean one or cut short. */
async function oneKill(campaign: Campaign, name: string): Promise<void> {
  const { random, workload } = campaign;
  if (random.chance(0.5)) campaign.facts.hurry();
  const service = start(campaign);
  if (random.chance(0.2)) {
    await pause(random.between(0, 700));
    if (random.chance(0.6)) workload.stir(`http://127.0.0.1:${campaign.environment["SERVICE_PORT"]}`, 0.5);
    await pause(random.between(0, 900));
  } else {
    const url = await readyService(campaign, service, name);
    workload.stir(url);
    if (random.chance(0.15)) await killOneAgent(campaign);
    await waitForMoment(campaign);
    if (random.chance(0.3)) workload.stir(url);
    if (random.chance(0.5)) await pause(random.between(0, 60));
    if (random.chance(0.1)) return endPolitely(campaign, service);
    if (random.chance(0.1)) {
      service.kill("SIGTERM");
      await pause(random.between(0, 600));
    }
  }
  service.kill("SIGKILL");
  await service.exited;
  await workload.quiet();
  campaign.old = await living(campaign);
}

async function waitForMoment(campaign: Campaign): Promise<void> {
  const { random } = campaign;
  const signal = AbortSignal.timeout(longestWaitMs);
  await faultPoints[random.pick(faultPointNames)]({ ...campaign, signal }).catch(() => {});
}

/** The address, once nothing of the last start is left and every session reads what is true. */
async function readyService(campaign: Campaign, service: ServiceProcess, name: string): Promise<string> {
  const url = await service.ready;
  const older = await stillAlive(await olderThan(service.pid, await living(campaign)));
  for (const one of [...older, ...(await stillAlive(campaign.old))])
    campaign.problems.push(`${name}: a process of the last start lives: ${commandOf(one)}`);
  const up = await fetch(`${url}/up`);
  if (up.status !== 200) campaign.problems.push(`${name}: /up answered ${up.status}`);
  for (const wrong of await lastingViolations(campaign.facts)) campaign.problems.push(`${name}: ${wrong}`);
  return url;
}

async function stillAlive(processes: readonly ProcessIdentity[]): Promise<ProcessIdentity[]> {
  const alive = await Promise.all(processes.map(isAlive));
  return processes.filter((_, at) => alive[at]);
}

async function living(campaign: Campaign): Promise<ProcessIdentity[]> {
  const installation = installationOf(campaign);
  if (installation === null) return [];
  return agentProcesses({
    installation,
    clones: join(campaign.dataFolder, "clones"),
  });
}

/** Null before the first start came that far. */
function installationOf({ dataFolder }: Campaign): string | null {
  const file = join(dataFolder, "installation.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { id: string }).id : null;
}

/** SIGTERM: no agent may be left once the service has ended, and its code is 0. */
async function endPolitely(campaign: Campaign, service: ServiceProcess): Promise<void> {
  service.kill("SIGTERM");
  const code = await service.exited;
  await campaign.workload.quiet();
  if (code !== 0) campaign.problems.push(`SIGTERM ended the service with ${code}: ${service.complaints()}`);
  for (const one of await living(campaign)) campaign.problems.push(`left after SIGTERM: ${commandOf(one)}`);
  campaign.old = [];
}

/** From outside, as the kernel does when memory is short; the session tries again by itself. */
async function killOneAgent(campaign: Campaign): Promise<void> {
  const running = campaign.facts
    .turns()
    .filter(({ turnState, pid }) => turnState === "running" && pid !== null);
  const [victim] = campaign.random.sample(running, 1);
  const identity = victim?.pid ? await identify(victim.pid) : null;
  if (identity) process.kill(identity.pid, "SIGKILL");
}
