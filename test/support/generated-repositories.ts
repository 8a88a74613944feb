import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import fc from "fast-check";

const run = promisify(execFile);

/** A repository that somebody may have, and what a session did in its clone, as scripts for bash. */
export interface OddRepository {
  files: readonly OddFile[];
  shape: readonly Shape[];
  acts: readonly Act[];
}

interface OddFile {
  name: string;
  kind: keyof typeof contents;
}

/** As bash reads it: every byte that is not plain as an escape. */
const quoted = (name: string): string => {
  const escaped = Array.from(Buffer.from(name, "latin1"), (byte) =>
    /[A-Za-z0-9._/-]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, "0")}`,
  );
  return `$'${escaped.join("")}'`;
};

const utf8 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

const names = [
  "a.txt",
  "A.txt",
  "-rf",
  "caf\xe9.txt",
  utf8("日本/naïve.md"),
  "new\nline",
  'quo"te',
  '"first"',
  "tab\there",
  "back\\slash",
  "\x01control",
  utf8("cod\u202etxt.exe"),
  " blanks ",
  ":(glob)x",
  "x".repeat(255),
  "deep/er/and/still/deeper/than/most/people/would/ever/go/file.txt",
  "*.txt",
  "$(touch no)",
  "dir/same",
  "dir/Same",
];

/** How each kind of file is written to `$f`. */
const contents = {
  text: "printf 'one\\ntwo\\nthree\\n' > \"$f\"",
  noNewline: "printf 'no end' > \"$f\"",
  empty: ': > "$f"',
  crlf: "printf 'a\\r\\nb\\r\\n' > \"$f\"",
  binary: "printf '\\x00\\x01\\xff' > \"$f\"",
  latin: "printf 'caf\\xe9\\n' > \"$f\"",
  program: 'printf \'#!/bin/sh\\n\' > "$f"; chmod +x "$f"',
  link: 'ln -sfn nowhere "$f"',
  pointer: "printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%064d\\nsize 9\\n' 0 > \"$f\"",
  large: 'yes "a line of many" 2>/dev/null | head -c 300000 > "$f"',
} as const;

/** What is odd about the repository itself. */
const shapes = {
  packed: "git pack-refs --all && git gc -q",
  replaced: "git replace HEAD $(git commit-tree -m Replaced HEAD^{tree})",
  grafted: "git rev-parse HEAD > .git/info/grafts",
  submodule:
    "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub && printf '[submodule \"sub\"]\\n\\tpath = sub\\n\\turl = ./sub\\n' > .gitmodules && git add .gitmodules && git commit -qm Submodule",
  attributes:
    "printf '*.txt text=auto\\n*.md filter=lfs diff=lfs merge=lfs -text\\n' > .gitattributes && git add .gitattributes && git commit -qm Attributes",
  ignoring: "printf '*.log\\nbuild/\\n' > .gitignore && git add .gitignore && git commit -qm Ignore",
  branches: "git branch a/b && git branch c && git tag -a -m One v1",
  sparse: "git sparse-checkout set --cone dir",
  notes: "git notes add -m Note",
  detachedHead: "git checkout -q --detach main",
  goneHead: "git symbolic-ref HEAD refs/heads/gone",
} as const;
type Shape = keyof typeof shapes;

/** What an agent does in the clone; `$f` is one of the files, `$n` a new name. */
const acts = {
  change: '[ -d "$f" ] || [ -h "$f" ] || printf \'more\\n\' >> "$f"',
  remove: 'rm -f -- "./$f"',
  rename: '[ ! -e "$f" ] || { mkdir -p moved && git mv -f -- "./$f" "moved/$RANDOM" 2>/dev/null || true; }',
  mode: '[ ! -f "$f" ] || [ -h "$f" ] || chmod +x "./$f"',
  toLink: 'rm -rf -- "./$f" && mkdir -p -- "$(dirname -- "./$f")" && ln -s elsewhere "./$f"',
  toFolder: 'rm -rf -- "./$f" && mkdir -p -- "./$f" && echo inside > "./$f/inside"',
  fresh: 'mkdir -p -- "$(dirname -- "./new/$f")" && echo new > "./new/$f"',
  ignored: "mkdir -p build && echo x > build/x && echo x > y.log",
  stage: "git add --all",
  commit: "git add --all && git commit -qm Work --allow-empty",
  commitStaged: "git commit -qm Staged --allow-empty",
  stash: "git stash push -q --include-untracked || true",
  branch: 'git checkout -q -b "b$RANDOM"',
  detach: "git checkout -q --detach",
  assume: '[ ! -f "$f" ] || git update-index --assume-unchanged -- "./$f" 2>/dev/null || true',
  skip: '[ ! -f "$f" ] || git update-index --skip-worktree -- "./$f" 2>/dev/null || true',
  uncache: 'git rm -q -r --cached -- "./$f" 2>/dev/null || true',
  packRefs: "git pack-refs --all",
  splitIndex: "git update-index --split-index",
} as const;

interface Act {
  act: keyof typeof acts;
  file: number;
}

const keys = <Key extends string>(of: Readonly<Record<Key, unknown>>): Key[] => Object.keys(of) as Key[];

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...names) },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ minLength: 1, maxLength: 12 })
      .map((bytes) => `r${Buffer.from(bytes).toString("latin1").replaceAll(/[\0/]/g, "_")}`),
  },
);

export const oddRepository: fc.Arbitrary<OddRepository> = fc.record({
  files: fc.uniqueArray(fc.record({ name, kind: fc.constantFrom(...keys(contents)) }), {
    minLength: 1,
    maxLength: 8,
    selector: (file) => file.name,
  }),
  shape: fc.uniqueArray(fc.constantFrom(...keys(shapes)), { maxLength: 4 }),
  acts: fc.array(fc.record({ act: fc.constantFrom(...keys(acts)), file: fc.nat(7) }), { maxLength: 8 }),
});

const person =
  "export GIT_AUTHOR_NAME=P GIT_AUTHOR_EMAIL=p@p.invalid GIT_COMMITTER_NAME=P GIT_COMMITTER_EMAIL=p@p.invalid";

async function bash(script: string, cwd: string, home: string): Promise<void> {
  const file = `${home}/script`;
  await writeFile(file, `set -e\n${person}\n${script}\n`);
  const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  await run("bash", [file], { cwd, env });
}

/** Makes the repository in an empty folder. The last of its shapes may leave it without a branch that is checked out. */
export async function makeOdd({ files, shape }: OddRepository, folder: string, home: string): Promise<void> {
  const write = files.map(
    ({ name: path, kind }) =>
      `f=${quoted(path)}; f="./$f"; { mkdir -p -- "$(dirname -- "$f")" && ${contents[kind]}; } 2>/dev/null || true`,
  );
  const order = keys(shapes).filter((one) => shape.includes(one));
  const script = [
    "git init -q -b main",
    ...write,
    "git add --all && git commit -qm First --allow-empty",
    ...order.map((one) => shapes[one]),
  ];
  await bash(script.join("\n"), folder, home);
}

/** Does in the clone what the agent did. */
export async function actOn(
  { files, acts: list }: OddRepository,
  clone: string,
  home: string,
): Promise<void> {
  const script = list.map(({ act, file }) => {
    const { name: path } = files[file % files.length] ?? { name: "a.txt" };
    return `f=${quoted(path)}\n${acts[act]}`;
  });
  await bash(script.join("\n"), clone, home);
}
