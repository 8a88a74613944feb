import { access, constants, stat, statfs } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import { findOnPath, isExecutable } from "../lib/executables.ts";
import { type Environment, mend, readVariable, unknownVariables } from "./variables.ts";

/** What the service reads or writes itself and cannot: a sentence each. Values of another form are left to `formProblems`. */
export async function pathProblems(environment: Environment): Promise<string[]> {
  const key = read(environment, "SERVICE_APNS_KEY");
  const problems = await Promise.all([
    dataFolderProblem(read(environment, "SERVICE_DATA_DIR")),
    logProblem(read(environment, "SERVICE_LOG_FILE")),
    fileProblem("SERVICE_CATALOG", "an air.json", read(environment, "SERVICE_CATALOG")),
    fileProblem("SERVICE_APNS_KEY", "a .p8 key", key?.includes("-----BEGIN") ? null : key),
    fileProblem("SERVICE_APNS_CA", "a certificate", read(environment, "SERVICE_APNS_CA")),
  ]);
  return problems.filter((problem) => problem !== null);
}

/** What is set without effect: programs that are not there, and names that nothing reads. Everything else works meanwhile. */
export async function settingWarnings(environment: Environment): Promise<string[]> {
  const programs = [
    "SERVICE_CLAUDE_PATH",
    "SERVICE_CODEX_PATH",
    "SERVICE_PI_PATH",
    "SERVICE_NODE_PATH",
  ] as const;
  const commands = ["SERVICE_EDITOR", "SERVICE_TERMINAL"] as const;
  const warnings = await Promise.all([
    ...programs.map((name) => programWarning(name, read(environment, name))),
    ...commands.map((name) => commandWarning(name, read(environment, name)?.[0] ?? null, environment)),
  ]);
  return [
    ...warnings.filter((warning) => warning !== null),
    ...unknownVariables(environment).map(
      (name) =>
        `${name} is set, but Signalbox has no variable of this name. Look it up in docs/configuration.md.`,
    ),
  ];
}

/** Null as well if the value has another form than it must have. */
const read: typeof readVariable = (environment, name) => {
  try {
    return readVariable(environment, name);
  } catch {
    return null;
  }
};

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);

async function fileProblem(
  name: string,
  what: string,
  path: string | null | undefined,
): Promise<string | null> {
  if (path === null || path === undefined) return null;
  const must = `${name} must be the path of ${what} that you can read`;
  try {
    if (!(await stat(path)).isFile()) return `${must}, and ${resolve(path)} is not a file. ${mend}`;
    await access(path, constants.R_OK);
    return null;
  } catch (error) {
    return `${must}, and ${resolve(path)} cannot be read (${codeOf(error)}). ${mend}`;
  }
}

/** Whether it can be written to shows at the start, also where the folder is the platform's own. */
async function dataFolderProblem(path: string | null): Promise<string | null> {
  const { reason, isPlace } = path === null ? usable : await whyNotWritable(resolve(path));
  if (reason === null || isPlace) return null;
  return `SERVICE_DATA_DIR must be the path of a folder that you can write to: ${reason}. ${mend}`;
}

async function logProblem(path: string | null): Promise<string | null> {
  if (path === null) return null;
  const file = resolve(path);
  const must = "SERVICE_LOG_FILE must be the path of a file that you can write to";
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory() === true) return `${must}: ${file} is a folder. ${mend}`;
  const reason = found
    ? await access(file, constants.W_OK).then(() => null, codeOf)
    : (await whyNotWritable(dirname(file))).reason;
  return reason === null ? null : `${must}: ${reason}. ${mend}`;
}

/** File systems of the kernel, where nobody can make a folder. */
const kernelFileSystems: ReadonlySet<number> = new Set([0x9f_a0, 0x62_65_65_72]);

/** `isPlace`: it is a folder, or one could be there. */
interface Writability {
  reason: string | null;
  isPlace: boolean;
}

const usable: Writability = { reason: null, isPlace: true };

/** Whether the folder is there, or could be made, and could be written to. */
async function whyNotWritable(folder: string): Promise<Writability> {
  try {
    if (!(await stat(folder)).isDirectory()) return { reason: `${folder} is not a folder`, isPlace: false };
    if (process.platform === "linux" && kernelFileSystems.has((await statfs(folder)).type))
      return { reason: `${folder} belongs to the kernel`, isPlace: false };
    await access(folder, constants.W_OK | constants.X_OK);
    return usable;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" && dirname(folder) !== folder) return whyNotWritable(dirname(folder));
    return { reason: `${folder} cannot be written to (${code})`, isPlace: code !== "ENOTDIR" };
  }
}

/** pi can be a script, which Node runs. */
async function programWarning(name: string, path: string | null): Promise<string | null> {
  if (path === null) return null;
  const isScript = /\.[cm]?js$/.test(path) && (await stat(path).catch(() => null))?.isFile() === true;
  if (isAbsolute(path) && (isScript || (await isExecutable(path)))) return null;
  return `${name} must be the absolute path of a program, and ${path} is not one. ${mend}`;
}

async function commandWarning(
  name: string,
  program: string | null,
  environment: Environment,
): Promise<string | null> {
  if (program === null) return null;
  const found = isAbsolute(program) ? await isExecutable(program) : await findOnPath(program, environment);
  return found
    ? null
    : `${name} must begin with a program on PATH or its absolute path, and ${program} is neither. ${mend}`;
}
