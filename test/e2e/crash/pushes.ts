import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const recordName = "pushed";

/**
 * What an agent's shell does: pushes a commit that only this branch has to the repository that its clone was made from, and
 * writes down what was answered. Nothing of its working tree changes. It removes nothing: the CLIs refuse that of a name in a variable.
 */
export const pushCommand = (marker: string): string =>
  [
    `B=${marker}-$(date +%s%N)`,
    "O=$(echo $B | git hash-object -w --stdin)",
    "export GIT_INDEX_FILE=$SIGNALBOX_SCRATCH/$B.index",
    "git read-tree HEAD",
    "git update-index --add --cacheinfo 100644,$O,$B",
    "T=$(git write-tree)",
    "C=$(git -c user.name=Agent -c user.email=agent@signalbox.invalid commit-tree -p HEAD -m $B $T)",
    `git push --quiet origin $C:refs/heads/$B && echo $C $B >> $SIGNALBOX_SCRATCH/${recordName}`,
    "true",
  ].join("; ");

/** The pushes that agents were told of as done, by branch. Sessions that are deleted take their record with them, so it is read often. */
export function collectPushes(dataFolder: string, pushes: Map<string, string>): void {
  const scratch = join(dataFolder, "scratch");
  for (const session of existsSync(scratch) ? readdirSync(scratch) : []) {
    const file = join(scratch, session, recordName);
    if (!existsSync(file)) continue;
    // The shell may have been killed in the middle of a line.
    for (const line of readFileSync(file, "utf8").split("\n").slice(0, -1)) {
      const [commit, branch] = line.split(" ");
      if (commit && branch) pushes.set(branch, commit);
    }
  }
}

/** Whether what was answered is in the owner's repository as it was pushed, and nothing half done beside it. */
export function auditPushes(of: {
  repository: string;
  dataFolder: string;
  pushes: ReadonlyMap<string, string>;
}): string[] {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: of.repository, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const refs = new Map(
    git("for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads")
      .split("\n")
      .map((line): [string, string] => [line.split(" ")[0] ?? "", line.split(" ")[1] ?? ""]),
  );
  const lost = [...of.pushes]
    .filter(([branch, commit]) => refs.get(branch) !== commit)
    .map(
      ([branch, commit]) => `${branch} was pushed as ${commit}, and is ${refs.get(branch) ?? "not there"}`,
    );
  const halves = [...refs.keys()]
    .filter((branch) => /^M\d{4}x-/.test(branch))
    .filter((branch) => git("show", `${branch}:${branch}`).trim() !== branch)
    .map((branch) => `${branch} is not what was pushed`);
  return [...lost, ...halves, ...integrity(git), ...leftBehind(of)];
}

function integrity(git: (...args: string[]) => string): string[] {
  try {
    git("fsck", "--full");
    return [];
  } catch (error) {
    return [`the owner's repository is not sound: ${String(error)}`];
  }
}

/** Where git and the service keep a push until it is taken over. */
function leftBehind({ repository, dataFolder }: { repository: string; dataFolder: string }): string[] {
  const list = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
  return [
    ...list(join(dataFolder, "pushes")).map((name) => `pushes/${name} is left`),
    ...list(join(repository, ".git/objects"))
      .filter((name) => name.startsWith("tmp_objdir"))
      .map((name) => `the owner's repository still has ${name}`),
  ];
}
