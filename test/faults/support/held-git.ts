import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where a push can be held, in this order. */
export const heldPoints = [
  "before its objects are checked",
  "before the owner's repository gets it",
  "before its objects are unpacked there",
  "before its refs are changed",
  "while its refs are locked",
  "when its refs are changed, before that is answered",
  "when git has answered, before the service has",
] as const;
export type HeldPoint = (typeof heldPoints)[number];

export interface HeldGit {
  /** What goes before the others on the service's PATH. */
  bin: string;
  /** Holds the next push there. */
  hold(point: HeldPoint): void;
  isHeld(): boolean;
  /** Lets what is held go on, if it still runs; the next one is not held. */
  release(): void;
}

/**
 * A git that takes agents' pushes over like the real one, and stops at a chosen point until it is let go or killed. Commands of
 * agents pass through.
 */
export function makeHeldGit(folder: string): HeldGit {
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const core = execFileSync(real, ["--exec-path"], { encoding: "utf8" }).trim();
  const at = (...names: string[]): string => join(folder, ...names);
  for (const name of ["bin", "core", "hooks"]) mkdirSync(at(name), { recursive: true });
  execFileSync("mkfifo", [at("gate")]);
  const script = (path: string, lines: readonly string[]): void =>
    writeFileSync(path, `#!/bin/sh\n${lines.join("\n")}\n`, { mode: 0o755 });
  const hold = (point: HeldPoint): string =>
    `if [ "$(cat ${at("point")} 2>/dev/null)" = "${point}" ]; then rm ${at("point")}; : > ${at("held")}; cat ${at("gate")} > /dev/null; fi`;

  script(at("bin", "git"), [
    'case " $* " in',
    `*" --advertise-refs "*) exec ${real} "$@";;`,
    `*" index-pack --stdin "*) ${hold("before its objects are checked")}; exec ${real} "$@";;`,
    '*" receive-pack --stateless-rpc "*) ;;',
    `*) exec ${real} "$@";;`,
    "esac",
    hold("before the owner's repository gets it"),
    // Its hooks tell where git is, which the service turns off.
    "left=$#",
    "while [ $left -gt 0 ]; do",
    "  word=$1; shift; left=$((left - 1))",
    `  if [ "$word" = receive-pack ]; then set -- "$@" -c core.hooksPath=${at("hooks")}; fi`,
    '  set -- "$@" "$word"',
    "done",
    `${real} --exec-path=${at("core")} "$@"; code=$?`,
    hold("when git has answered, before the service has"),
    "exit $code",
  ]);
  for (const name of readdirSync(core)) if (name !== "git") symlinkSync(join(core, name), at("core", name));
  script(at("core", "git"), [
    'case " $* " in',
    `*" unpack-objects "*|*" index-pack "*) ${hold("before its objects are unpacked there")}; exec ${real} "$@";;`,
    `*" rev-list "*) ${real} "$@" || exit $?; ${hold("before its refs are changed")}; exit 0;;`,
    `*) exec ${real} "$@";;`,
    "esac",
  ]);
  script(at("hooks", "reference-transaction"), [
    "cat > /dev/null",
    `if [ "$1" = prepared ]; then ${hold("while its refs are locked")}; fi`,
    `if [ "$1" = committed ]; then ${hold("when its refs are changed, before that is answered")}; fi`,
    "exit 0",
  ]);
  return {
    bin: at("bin"),
    hold(point) {
      rmSync(at("held"), { force: true });
      writeFileSync(at("point"), point);
    },
    isHeld: () => existsSync(at("held")),
    release() {
      rmSync(at("point"), { force: true });
      // Does not wait for a reader, which may have been killed.
      execFileSync("sh", ["-c", ': <> "$1"', "sh", at("gate")]);
    },
  };
}
