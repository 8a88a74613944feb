import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gitAnswer } from "../../../lib/git-answer.ts";
import { fileSystemSettings } from "./file-system.ts";

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
  gitDir: string,
  { folder, person, environment }: { folder: string; person: Environment; environment: Environment },
): Promise<string> {
  const read = async (name: string): Promise<string> => {
    const args = [
      "config",
      "-z",
      "--no-includes",
      "--file",
      join(gitDir, name),
      "--get-regexp",
      wantedSettings,
    ];
    return (await gitAnswer(args, { environment, cwd: folder })) ?? "";
  };
  const isMore = await lstat(join(gitDir, worktreeConfig)).catch(() => null);
  const [own, more, personal, disk] = await Promise.all([
    read("config"),
    isMore?.isFile() === true ? read(worktreeConfig) : "",
    personalSettings({ folder, person }),
    fileSystemSettings(folder),
  ]);
  const settings = settingsOf(`${own}\0${more}`);
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
export async function personalExcludes(folder: string, person: Environment): Promise<string> {
  const template =
    person["GIT_TEMPLATE_DIR"] ?? (await personalSettings({ folder, person })).get("init.templatedir");
  if (template === undefined || template === "") return "";
  return readFile(join(template, "info/exclude"), "utf8").catch(() => "");
}

function settingsOf(listed: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const entry of listed.split("\0")) {
    const [name = "", value = "true"] = entry.split("\n", 2);
    settings.set(name.toLowerCase(), value);
  }
  return settings;
}

const wantedPersonal = "^(core\\.(autocrlf|excludesfile)|init\\.templatedir)$";

/** What the person's own configuration says, which no agent writes; paths with the home filled in. */
async function personalSettings({
  folder,
  person,
}: {
  folder: string;
  person: Environment;
}): Promise<Map<string, string>> {
  const environment = Object.fromEntries(Object.entries(person).filter(([key]) => !key.startsWith("GIT_")));
  const args = ["config", "-z", "--path", "--get-regexp", wantedPersonal];
  return settingsOf((await gitAnswer(args, { environment, cwd: folder })) ?? "");
}
