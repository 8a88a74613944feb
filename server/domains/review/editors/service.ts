import { spawn } from "node:child_process";
import { isAbsolute } from "node:path";
import { findOnPath, isExecutable } from "../../../lib/executables.ts";
import { exists } from "../../../lib/exists.ts";
import { startedProcess } from "../../../lib/started-process.ts";
import { openerRefusal } from "./errors.ts";
import type { Opener, OpenerKind } from "./model.ts";
import { argumentsFor, configuredProgram, hasDisplay, knownPrograms, type Program } from "./rules.ts";

export type OpenerService = ReturnType<typeof openerService>;

/** The configured commands, as words; null if none is configured. */
export type OpenerSettings = Readonly<Record<OpenerKind, readonly string[] | null>>;

const kinds: readonly OpenerKind[] = ["editor", "terminal"];
const variables: Record<OpenerKind, string> = { editor: "SERVICE_EDITOR", terminal: "SERVICE_TERMINAL" };

/** Opens clones in programs on this machine; never through a shell. */
export function openerService(deps: {
  find(reference: string): { clonePath: string | null };
  configured: OpenerSettings;
  /** The program's environment, without secrets of the service. */
  environment: Readonly<Record<string, string>>;
  platform?: NodeJS.Platform;
}) {
  const { find, configured, environment, platform = process.platform } = deps;

  async function findProgram(kind: OpenerKind): Promise<Program | null> {
    const named = configured[kind] && configuredProgram(configured[kind]);
    for (const program of named ? [named] : knownPrograms(platform)[kind]) {
      const command = isAbsolute(program.command)
        ? (await isExecutable(program.command)) && program.command
        : await findOnPath(program.command, environment, platform === "win32" ? [".exe"] : [""]);
      if (command) return { ...program, command };
    }
    return null;
  }

  return {
    /** The programs found; none without a display. */
    async list(): Promise<Opener[]> {
      if (!hasDisplay(platform, environment)) return [];
      const found = await Promise.all(
        kinds.map(async (kind) => ({ kind, program: await findProgram(kind) })),
      );
      return found.flatMap(({ kind, program }) => (program ? [{ kind, label: program.label }] : []));
    },

    /** Resolves once the program runs. It continues to run after the service stops. */
    async open(reference: string, kind: OpenerKind): Promise<void> {
      const { clonePath } = find(reference);
      if (!hasDisplay(platform, environment)) throw openerRefusal("no_display");
      if (clonePath === null || !(await exists(clonePath))) throw openerRefusal("no_clone");
      const program = await findProgram(kind);
      if (!program) throw openerRefusal("no_program", { kind, variable: variables[kind] });
      await start(program, { folder: clonePath, environment });
    },
  };
}

async function start(
  program: Program,
  { folder, environment }: { folder: string; environment: Readonly<Record<string, string>> },
): Promise<void> {
  const child = await startedProcess(
    spawn(program.command, argumentsFor(program, folder), {
      cwd: folder,
      env: { ...environment },
      detached: true,
      stdio: "ignore",
      windowsHide: false,
    }),
  ).catch(({ message }: Error) => {
    throw openerRefusal("not_started", { program: program.label, reason: message });
  });
  child.unref();
}
