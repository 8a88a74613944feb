import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { identify, isAlive, type ProcessIdentity } from "../../../server/lib/processes/index.ts";
import type { AgentRuntime, RuntimeOptions } from "../../../server/runtimes/runtime.ts";
import type { ScriptedModel } from "../../../server/scripted-model/index.ts";
import { freePort } from "../../support/free-port.ts";
import { testEnvironment } from "../../support/service.ts";
import { seedAccounts } from "./accounts.ts";
import { auditLeftovers, auditSessions, loggedErrors } from "./audit.ts";
import { clientsOf } from "./clients.ts";
import { makeElicitationCatalog } from "./elicitation-catalog.ts";
import { databaseFacts, type Facts } from "./facts.ts";
import { faultPointNames, faultPoints } from "./fault-points.ts";
import { agentProcesses, commandOf, olderThan } from "./folder-processes.ts";
import { lastingViolations, untilAllIdle, untilRemoved } from "./invariants.ts";
import { auditPushes, collectPushes } from "./pushes.ts";
import { type Random, seededRandom } from "./random.ts";
import { endAgentsOf, installationIn, type ServiceProcess, startServiceProcess } from "./service-process.ts";
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
  environment: Record<string, string>;
  facts: Facts;
  workload: Workload;
  problems: string[];
  /** What agents were told was pushed, by branch. */
  pushes: Map<string, string>;
  /** The owner's repository, which all clones are made from. */
  repository: string;
  /** Processes of the previous start that were alive when the next one began. */
  leftovers: ProcessIdentity[];
  /** The newest service process; it may have ended. */
  service: ServiceProcess | null;
}

const apiKey = "crash-test-key-0123456789";
const longestWaitMs = 4_000;
const restLimitMs = 120_000;

/** Kills and restarts the service repeatedly, and returns every violation found. */
export async function runCampaign(options: CampaignOptions): Promise<string[]> {
  const campaign = await prepare(options);
  try {
    for (let n = 1; n <= options.kills; n++) await oneKill(campaign, `kill ${n}`);
    await settle(campaign);
    report(campaign);
    return campaign.problems;
  } finally {
    await endEverything(campaign);
  }
}

/** A campaign in which nothing waited or changed hands shows nothing of that. */
function report({ facts, pushes }: Campaign): void {
  const seen = `${pushes.size} pushes answered, ${facts.admissions()} turns admitted from the queue, ${facts.preemptions()} slots asked for, ${facts.rotations()} rotations`;
  process.stdout.write(`Crash test: ${seen}\n`);
}

/** The last start: waits until all sessions are idle, prompts each once more, and audits everything. */
async function settle(campaign: Campaign): Promise<void> {
  const { workload, facts, problems, dataFolder } = campaign;
  facts.hurry();
  const service = start(campaign);
  const url = await readyService(campaign, service, "the last start");
  const answering = () => workload.answerAll(url);
  await workload.openQueue(url);
  await workload.createAll(url);
  await untilAllIdle(facts, restLimitMs, answering);
  await workload.sendLastPrompts(url);
  await untilAllIdle(facts, restLimitMs, answering);
  problems.push(
    ...workload.problems,
    ...(await auditSessions({ ...campaign, url, apiKey }, workload.sessions)),
  );
  await untilRemoved(facts, restLimitMs);
  await stopService(campaign, service);
  collectPushes(dataFolder, campaign.pushes);
  problems.push(...auditPushes(campaign));
  if (campaign.pushes.size === 0)
    problems.push("no push of an agent was answered, so nothing is shown of any");
  problems.push(...auditLeftovers({ dataFolder, facts }), ...loggedErrors(logFile(campaign.folder)));
}

/** Also ends what a failed campaign leaves running. */
async function endEverything(campaign: Campaign): Promise<void> {
  campaign.service?.kill("SIGKILL");
  await campaign.service?.exited;
  await endAgentsOf(installationIn(campaign.dataFolder));
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
    // The same cookie opens the board after every restart.
    SERVICE_WEB_OPEN: "1",
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
  mkdirSync(dataFolder, { recursive: true });
  seedAccounts(dataFolder, runtime.id);
  const gitRoot = await makeSlowRepository(folder, join(folder, "home"));
  const maxSessions = Math.max(3, Math.round(kills / 4));
  const facts = databaseFacts(join(dataFolder, "signalbox.db"));
  const workload = crashWorkload({
    random,
    clients: clientsOf({ dataFolder, apiKey }),
    facts,
    runtime: runtime.id,
    gitRoot,
    maxSessions,
    maxPrompts: 8,
  });
  const known = {
    random,
    model,
    runtime,
    folder,
    dataFolder,
    environment,
  };
  const start = { problems: [], pushes: new Map<string, string>(), leftovers: [], service: null };
  return { ...known, repository: fileURLToPath(gitRoot), facts, workload, ...start };
}

/** Starts the service once and kills it; some stops are clean or interrupted. */
async function oneKill(campaign: Campaign, name: string): Promise<void> {
  const { random, workload } = campaign;
  if (random.chance(0.5)) campaign.facts.hurry();
  const service = start(campaign);
  if (random.chance(0.2)) {
    await pause(random.between(0, 700));
    if (random.chance(0.6))
      workload.sendRequests(`http://127.0.0.1:${campaign.environment["SERVICE_PORT"]}`, 0.5);
    await pause(random.between(0, 900));
  } else {
    const url = await readyService(campaign, service, name);
    workload.sendRequests(url);
    if (random.chance(0.15)) await killOneAgent(campaign);
    await waitForFaultPoint(campaign);
    if (random.chance(0.3)) workload.sendRequests(url);
    if (random.chance(0.5)) await pause(random.between(0, 60));
    if (random.chance(0.1)) return stopService(campaign, service);
    if (random.chance(0.1)) {
      service.kill("SIGTERM");
      await pause(random.between(0, 600));
    }
  }
  service.kill("SIGKILL");
  await service.exited;
  await workload.quiet();
  collectPushes(campaign.dataFolder, campaign.pushes);
  campaign.leftovers = await liveProcesses(campaign);
}

async function waitForFaultPoint(campaign: Campaign): Promise<void> {
  const { random } = campaign;
  const signal = AbortSignal.timeout(longestWaitMs);
  await faultPoints[random.pick(faultPointNames)]({ ...campaign, signal }).catch(() => {});
}

/** Returns the address once the service is ready, and records leftover processes and violations. */
async function readyService(campaign: Campaign, service: ServiceProcess, name: string): Promise<string> {
  const url = await service.ready;
  const older = await stillAlive(await olderThan(service.pid, await liveProcesses(campaign)));
  for (const one of [...older, ...(await stillAlive(campaign.leftovers))])
    campaign.problems.push(`${name}: a process of the previous start is still running: ${commandOf(one)}`);
  const up = await fetch(`${url}/up`);
  if (up.status !== 200) campaign.problems.push(`${name}: /up answered ${up.status}`);
  await campaign.workload.trust(url);
  for (const wrong of await lastingViolations(campaign.facts)) campaign.problems.push(`${name}: ${wrong}`);
  return url;
}

async function stillAlive(processes: readonly ProcessIdentity[]): Promise<ProcessIdentity[]> {
  const alive = await Promise.all(processes.map(isAlive));
  return processes.filter((_, at) => alive[at]);
}

async function liveProcesses(campaign: Campaign): Promise<ProcessIdentity[]> {
  const installation = installationIn(campaign.dataFolder);
  if (installation === null) return [];
  return agentProcesses({
    installation,
    clones: join(campaign.dataFolder, "clones"),
  });
}

/** Stops with SIGTERM: the exit code must be 0, and no agent may be left. */
async function stopService(campaign: Campaign, service: ServiceProcess): Promise<void> {
  service.kill("SIGTERM");
  const code = await service.exited;
  await campaign.workload.quiet();
  if (code !== 0) campaign.problems.push(`SIGTERM ended the service with ${code}: ${service.complaints()}`);
  for (const one of await liveProcesses(campaign))
    campaign.problems.push(`left after SIGTERM: ${commandOf(one)}`);
  campaign.leftovers = [];
}

/** Kills an agent from outside, as the kernel does when memory is low; the session retries by itself. */
async function killOneAgent(campaign: Campaign): Promise<void> {
  const running = campaign.facts
    .turns()
    .filter(({ turnState, pid }) => turnState === "running" && pid !== null);
  const [victim] = campaign.random.sample(running, 1);
  const identity = victim?.pid ? await identify(victim.pid) : null;
  if (identity) process.kill(identity.pid, "SIGKILL");
}
