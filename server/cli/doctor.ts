import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { shortestGoodKey, shortKeys } from "../domains/access/api-keys/index.ts";
import { findGitSandbox } from "../domains/workspace/workspaces/index.ts";
import { placeOfSecrets } from "../installation.ts";
import { exists } from "../lib/exists.ts";
import { findLimits, limitsHere } from "../lib/limits/index.ts";
import { listenOnOwnerSocket, ownerSocketPath } from "../lib/owner-socket.ts";
import {
  levelMeaning,
  probeSandbox,
  probeStrict,
  problemSentence,
  type SandboxLevel,
} from "../lib/sandbox/index.ts";
import { withTemporaryFolder } from "../lib/temporary-folder.ts";
import { agentRuntimes } from "../runtimes/index.ts";
import { pathProblems, settingWarnings } from "../settings/on-disk.ts";
import { formProblems } from "../settings/variables.ts";
import { readSettings, type Settings } from "../settings.ts";
import { dataFolderProblem } from "../start-problems.ts";
import { type CatalogFacts, catalogFacts } from "./catalog-findings.ts";
import { print } from "./output.ts";
import { repositoryFindings } from "./repository-findings.ts";
import { builtBoard } from "./serve.ts";
import { text } from "./text.ts";

const run = promisify(execFile);

interface Finding {
  name: string;
  ok: boolean;
  text: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Prints one line per requirement. Resolves with 1 if no session could run. */
export const doctor = (): Promise<number> => withTemporaryFolder(process.env, examine);

async function examine(environment: Environment): Promise<number> {
  const forms = formProblems(environment);
  // What cannot be used counts as unset, so that the rest is examined too.
  const usable = Object.fromEntries(Object.entries(environment).filter(([variable]) => !forms.has(variable)));
  const settings = readSettings(usable);
  const variables = findVariables([...forms.values(), ...(await pathProblems(environment))]);
  const { dataFolder, sandbox: level } = settings;
  const runtimes = agentRuntimes({ environment });
  const agents = await Promise.all(
    runtimes.map(async ({ label, locate }): Promise<Finding> => {
      const cli = await locate();
      return cli.kind === "found"
        ? { name: label, ok: true, text: `${cli.version} (${cli.command})` }
        : { name: label, ok: false, text: cli.message };
    }),
  );
  const git = await findGit();
  const problem = dataFolderProblem(dataFolder);
  const data: Finding = { name: "Data", ok: problem === null, text: problem ?? dataFolder };
  const catalog = await catalogFacts(settings, environment);
  const repositories = await repositoryFindings(settings, catalog.gitRoots);
  const findings: Finding[] = [
    { name: "Node", ok: true, text: process.version },
    ...variables,
    git,
    await findSandbox({ level, dataFolder, environment }),
    ...(await findStrict({ level, dataFolder, environment })),
    ...(await findReading({ level, dataFolder, environment })),
    await examineLimits(settings, environment),
    ...agents,
    {
      name: "Board",
      ok: builtBoard() !== undefined,
      text: builtBoard() ?? text.doctor.noBoard(),
    },
    data,
    ...findCatalog(catalog),
    findSecrets(dataFolder),
    ...(await findSocket(dataFolder)),
    ...repositories.map((fact) => ({ name: "Repositories", ok: true, text: fact })),
  ];
  for (const { name, ok, text: fact } of findings)
    print(`${ok ? "ok     " : "missing"}  ${name.padEnd(12)} ${fact}`);
  const odd = [...(await settingWarnings(environment)), ...warnings(settings, environment)];
  for (const warning of odd) print(`warning  ${warning}`);
  const canStart = variables.every(({ ok }) => ok) && data.ok;
  return git.ok && canStart && agents.some(({ ok }) => ok) ? 0 : 1;
}

/** One for each problem that stops the start. */
function findVariables(problems: readonly string[]): Finding[] {
  const name = "Settings";
  if (problems.length === 0) return [{ name, ok: true, text: text.doctor.settings }];
  return problems.map((problem) => ({ name, ok: false, text: problem }));
}

function findCatalog({ path, problems }: CatalogFacts): Finding[] {
  const name = "Catalog";
  if (path === null) return [];
  if (problems.length === 0) return [{ name, ok: true, text: path }];
  return problems.map((problem) => ({ name, ok: false, text: problem }));
}

function findSecrets(dataFolder: string): Finding {
  const name = "Secrets";
  try {
    return { name, ok: true, text: text.doctor.secrets[placeOfSecrets(dataFolder)] };
  } catch (error) {
    return { name, ok: false, text: error instanceof Error ? error.message : String(error) };
  }
}

/** Nothing is found out before the first start has made the folder. */
async function findSocket(dataFolder: string): Promise<Finding[]> {
  if (!(await exists(dataFolder))) return [];
  try {
    // Beside the socket of a service that may be running.
    const path = ownerSocketPath(dataFolder);
    (await listenOnOwnerSocket(`${path}.try`, () => Promise.resolve({}))).close();
    return [{ name: "Socket", ok: true, text: text.doctor.socket }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ name: "Socket", ok: false, text: text.doctor.noSocket(reason) }];
  }
}

interface Machine {
  level: SandboxLevel | null;
  dataFolder: string;
  environment: Environment;
}

/** Agents run without one only where nothing else was asked for. */
async function findSandbox(of: Machine): Promise<Finding> {
  const name = "Sandbox";
  if (of.level === "off") return { name, ok: true, text: levelMeaning.off };
  const probe = await (of.level === "strict" ? probeStrict(of) : probeSandbox(of));
  if (probe.available) return { name, ok: true, text: levelMeaning[of.level ?? "workspace"] };
  const problem = problemSentence(probe);
  return {
    name,
    ok: false,
    text:
      of.level === null
        ? text.doctor.noSandbox({ meaning: levelMeaning.off, problem })
        : text.doctor.sandboxFails(problem),
  };
}

/** Whether a repository or session can ask for the strictest level; nothing where there is no sandbox at all. */
async function findStrict(of: Machine): Promise<Finding[]> {
  if (process.platform !== "linux" || of.level === "strict") return [];
  const probe = await probeStrict(of);
  const fact = probe.available ? text.doctor.strictWorks : problemSentence(probe);
  return [{ name: "Strict", ok: probe.available, text: fact }];
}

/** Whether git reads the clones of agents in a sandbox of its own; nothing where there is no sandbox at all. */
async function findReading(of: Machine): Promise<Finding[]> {
  if (process.platform !== "linux") return [];
  const found = await findGitSandbox(of);
  if (!("reason" in found)) return [{ name: "Reading", ok: true, text: text.doctor.readingWorks }];
  // Without a sandbox an agent can read everything anyway.
  return [
    { name: "Reading", ok: of.level === "off", text: text.doctor.readingFails(problemSentence(found)) },
  ];
}

/** What a turn may take of this machine, and what holds it to that. */
async function examineLimits({ agentLimits }: Settings, environment: Environment): Promise<Finding> {
  const { isHeld, meaning } = await findLimits(limitsHere(agentLimits), environment);
  return { name: "Limits", ok: isHeld, text: meaning };
}

/** What works, but gives somebody else access. */
function warnings({ boardOpenTo }: Settings, environment: Environment): string[] {
  const short = shortKeys(environment["API_KEYS"]);
  return [
    ...(short > 0 ? [text.doctor.shortKeys(short, shortestGoodKey)] : []),
    ...(boardOpenTo === "nobody" ? [] : [text.doctor.openBoard[boardOpenTo]]),
  ];
}

async function findGit(): Promise<Finding> {
  try {
    const { stdout } = await run("git", ["--version"]);
    return { name: "git", ok: true, text: stdout.trim() };
  } catch {
    return { name: "git", ok: false, text: text.doctor.noGit };
  }
}
