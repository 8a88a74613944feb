import { lstat, readFile, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { gitAnswer } from "../../../lib/git-answer.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { fileSystemSettings } from "./file-system.ts";
import { listedSettings } from "./rules.ts";

type Environment = Readonly<Record<string, string>>;

/** Settings that change what git takes for the content of a file, and can name nothing that runs. */
const keptSettings: Readonly<Record<string, RegExp>> = {
  "core.autocrlf": /^(true|false|input)$/,
  "core.eol": /^(lf|crlf|native)$/,
  "core.precomposeunicode": /^(true|false)$/,
  "core.sparsecheckout": /^(true|false)$/,
};
const wantedSettings = "^(core\\.(autocrlf|eol|precomposeunicode|sparsecheckout)|extensions\\.objectformat)$";

/** Where git keeps what it says of a sparse checkout. */
const worktreeConfig = "config.worktree";

/** Larger files are not compared line by line: git would hold them several times over. */
const largestText = "100m";

/** The configuration of our git folder, which is at `folder` and has nothing in it yet. */
export async function configText(
  { gitDir, commonDir }: { gitDir: string; commonDir: string },
  of: {
    folder: string;
    personal: ReadonlyMap<string, string>;
    environment: Environment;
    within: readonly string[] | null;
  },
): Promise<string> {
  const { folder, personal, environment, within } = of;
  const read = async (file: string): Promise<string> => {
    const args = ["config", "-z", "--no-includes", "--file", file, "--get-regexp", wantedSettings];
    return (await gitAnswer(args, { environment, cwd: folder, within })) ?? "";
  };
  const worktreeFile = join(gitDir, worktreeConfig);
  const isMore = await lstat(worktreeFile).catch(unlessPassing(null));
  const [own, more, disk] = await Promise.all([
    read(join(commonDir, "config")),
    isMore?.isFile() === true ? read(worktreeFile) : "",
    fileSystemSettings(folder),
  ]);
  const settings = listedSettings(`${own}\0${more}`);
  const sha256 = settings.get("extensions.objectformat")?.toLowerCase() === "sha256";
  const lines = [`[core]`, `repositoryformatversion = ${sha256 ? 1 : 0}`, "bare = false", ...disk];
  lines.push("fsmonitor = false", "hooksPath = /dev/null", "logAllRefUpdates = false");
  lines.push("untrackedCache = false", `bigFileThreshold = ${largestText}`);
  const lineEnds = personal.get("core.autocrlf");
  if (lineEnds !== undefined && !settings.has("core.autocrlf")) settings.set("core.autocrlf", lineEnds);
  for (const [name, pattern] of Object.entries(keptSettings)) {
    const value = settings.get(name)?.toLowerCase();
    if (value !== undefined && pattern.test(value)) lines.push(`${name.slice("core.".length)} = ${value}`);
  }
  const excludes = personal.get("core.excludesfile");
  if (excludes !== undefined) lines.push(`excludesFile = ${JSON.stringify(excludes)}`);
  // A command that looks at them says so, and never into their working trees.
  lines.push("[diff]", "ignoreSubmodules = all", "[gc]", "auto = 0");
  if (sha256) lines.push("[extensions]", "objectFormat = sha256");
  return `${lines.join("\n")}\n`;
}

/**
 * What every new repository of the person ignores, by their template. What the agent's own `info/exclude` says does not count:
 * it could hide new files with it.
 */
export async function personalExcludes(
  personal: ReadonlyMap<string, string>,
  person: Environment,
): Promise<string> {
  const template = person["GIT_TEMPLATE_DIR"] ?? personal.get("init.templatedir");
  if (template === undefined || template === "") return "";
  return readFile(join(template, "info/exclude"), "utf8").catch(unlessPassing(""));
}

/** Those of the person that git itself reads for the content of files: what is ignored, and attributes. */
export async function personalFiles(
  personal: ReadonlyMap<string, string>,
  person: Environment,
): Promise<string[]> {
  const { HOME: home = "", XDG_CONFIG_HOME: given = "" } = person;
  const folder = given === "" ? join(home, ".config") : given;
  const named = [
    personal.get("core.excludesfile") ?? "",
    join(folder, "git/ignore"),
    join(folder, "git/attributes"),
  ];
  const kinds = await Promise.all(named.map((path) => stat(path).catch(unlessPassing(null))));
  return named.filter((path, at) => isAbsolute(path) && kinds[at]?.isFile() === true);
}

/** What of the person's own configuration counts for the content of files. */
export const wantedOfFiles = "^(core\\.(autocrlf|excludesfile)|init\\.templatedir)$";

/** What the person's own configuration says, which no agent writes; paths with the home filled in. */
export async function personalSettings(person: Environment, wanted: string): Promise<Map<string, string>> {
  const outside = Object.entries(person).filter(([name]) => !/^GIT_(?!CONFIG_(?:GLOBAL|SYSTEM)$)/.test(name));
  const args = ["config", "-z", "--path", "--get-regexp", wanted];
  const answer = await gitAnswer(args, { environment: Object.fromEntries(outside), cwd: "/" });
  return listedSettings(answer ?? "");
}
