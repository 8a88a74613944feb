/**
 * A clone whose configuration, attributes, hooks and nested repository name programs at every place where git is known
 * to start one (CVE class of `core.fsmonitor` and filters in a received `.git`). Each program leaves a file behind.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const identity = ["-c", "user.name=T", "-c", "user.email=t@example.invalid"];
const hooks = [
  "post-index-change",
  "reference-transaction",
  "pre-commit",
  "post-checkout",
  "fsmonitor-watchman",
];

export interface HostileClone {
  path: string;
  /** Names of the planted programs that have run, sorted. */
  ran(): string[];
}

/** Makes it in `folder`; the base ref of Signalbox and changes of every kind are there. */
export function hostileClone(folder: string, objectFormat: "sha1" | "sha256" = "sha1"): HostileClone {
  const path = join(folder, "clone");
  const marks = join(folder, "ran");
  const programs = join(folder, "programs");
  for (const each of [path, marks, programs]) mkdirSync(each, { recursive: true });
  const program = (name: string, then = "cat"): string => {
    const file = join(programs, name);
    writeFileSync(file, `#!/bin/sh\ntouch ${join(marks, name)}\n${then}\n`, { mode: 0o755 });
    return file;
  };
  const git = gitIn(path);
  const write = (name: string, text: string): void => writeFileSync(join(path, name), text);

  git("init", "-q", "-b", "main", `--object-format=${objectFormat}`);
  write("a.txt", "one\n");
  write("b.bin", "two\n");
  git("add", "-A");
  git("commit", "-qm", "Start");
  git("update-ref", "refs/signalbox/base", "HEAD");
  write("a.txt", "one\nmore\n");
  git("commit", "-qam", "Second");
  write(
    ".gitattributes",
    "*.txt filter=f diff=d merge=m\n*.bin filter=p diff=c\n*.new filter=f\n*.inc filter=i\n",
  );
  write("fresh.new", "fresh\n");
  write("a.txt", "one\nmore\nchanged\n");
  write("b.bin", "changed too\n");
  write("x.inc", "included\n");
  plantNestedRepository(path, { program, objectFormat });
  plantSignedCommit(git);
  plantSettings(path, git, program);
  for (const name of readdirSync(marks)) rmSync(join(marks, name));
  return { path, ran: () => readdirSync(marks).toSorted() };
}

type Git = (...args: string[]) => string;
type Program = (name: string, then?: string) => string;

const gitIn =
  (cwd: string): Git =>
  (...args) =>
    execFileSync("git", [...identity, ...args], { cwd, stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();

function plantSettings(path: string, git: Git, program: Program): void {
  const settings: [string, string][] = [
    ["filter.f.clean", program("filter-clean")],
    ["filter.f.smudge", program("filter-smudge")],
    ["filter.p.process", program("filter-process", "true")],
    ["filter.p.required", "false"],
    ["diff.d.textconv", program("textconv", 'cat "$1"')],
    ["diff.c.command", program("diff-command", "true")],
    ["diff.external", program("diff-external", "true")],
    ["gpg.program", program("gpg", "true")],
    ["gpg.ssh.program", program("gpg-ssh", "true")],
    ["log.showSignature", "true"],
    ["core.pager", program("pager")],
    ["core.sshCommand", program("ssh", "false")],
    ["core.editor", program("editor", "true")],
    ["core.alternateRefsCommand", program("alternate-refs", "true")],
    ["credential.helper", program("credential", "true")],
    ["interactive.diffFilter", program("diff-filter")],
    ["include.path", join(path, ".included")],
    ["extensions.partialClone", "origin"],
    ["remote.origin.promisor", "true"],
    ["remote.origin.url", `ext::${program("transport", "false")}`],
    ["protocol.ext.allow", "always"],
    ["core.repositoryformatversion", "1"],
    ["core.hooksPath", join(path, ".hostile-hooks")],
    ["core.fsmonitor", program("fsmonitor", "true")],
  ];
  writeFileSync(join(path, ".included"), `[filter "i"]\n\tclean = ${program("included-filter")}\n`);
  appendFileSync(join(path, ".git/info/exclude"), ".included\n.hostile-hooks\n");
  mkdirSync(join(path, ".hostile-hooks"));
  for (const hook of hooks) {
    writeFileSync(
      join(path, ".hostile-hooks", hook),
      `#!/bin/sh\nexec ${program(`hook-${hook}`, "true")}\n`,
      {
        mode: 0o755,
      },
    );
  }
  for (const [name, value] of settings) git("config", name, value);
}

/** git looks into a repository inside the repository with that one's configuration. */
function plantNestedRepository(
  path: string,
  { program, objectFormat }: { program: Program; objectFormat: string },
): void {
  const nested = join(path, "nested");
  mkdirSync(nested);
  const git = gitIn(nested);
  git("init", "-q", "-b", "main", `--object-format=${objectFormat}`);
  writeFileSync(join(nested, "n.txt"), "n\n");
  git("add", "-A");
  git("commit", "-qm", "Nested");
  const head = git("rev-parse", "HEAD");
  gitIn(path)("update-index", "--add", "--cacheinfo", `160000,${head},nested`);
  git("config", "core.fsmonitor", program("nested-fsmonitor", "true"));
  git("config", "filter.n.clean", program("nested-filter"));
  writeFileSync(join(nested, ".gitattributes"), "*.txt filter=n\n");
  writeFileSync(join(nested, "n.txt"), "changed\n");
}

/** So that showing signatures has something to verify. */
function plantSignedCommit(git: Git): void {
  const [tree, parent] = [git("rev-parse", "HEAD^{tree}"), git("rev-parse", "HEAD")];
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----";
  const who = "T <t@example.invalid> 1 +0000";
  const commit = `tree ${tree}\nparent ${parent}\nauthor ${who}\ncommitter ${who}\n${signature}\n\nSigned\n`;
  const cwd = git("rev-parse", "--show-toplevel");
  const hash = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin"], { cwd, input: commit });
  git("update-ref", "refs/heads/main", hash.toString().trim());
}
