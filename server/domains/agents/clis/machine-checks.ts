import { access, constants, statfs } from "node:fs/promises";
import type { MachineCheck } from "./model.ts";
import { text } from "./text.ts";

export type Machine = ReturnType<typeof machineDoctor>;

/** With less than this, a clone or a backup is likely to fill the disk. */
const minFreeBytes = 2 * 1024 ** 3;

const installCommands: Readonly<Record<string, string>> = {
  darwin: "xcode-select --install",
  win32: "winget install Git.Git",
  linux: "sudo apt install git",
};

/** Checks what agents and the service need on this machine. Each check takes a few milliseconds. */
export function machineDoctor(deps: {
  dataFolder: string;
  platform: string;
  /** Git's output; null if it fails or is not installed. */
  git(args: readonly string[]): Promise<string | null>;
  /** What agents may reach unless they ask for less. */
  sandbox(): { meaning: string; reason: string | null; cure: string | null };
  /** Why git reads the clones of agents without a sandbox of its own; null if it has one. */
  gitSandbox(): Promise<{ reason: string; cure: string | null } | null>;
  /** What the processes of a turn may take, and what holds them to it. */
  limits(): { isHeld: boolean; meaning: string };
}) {
  const { dataFolder, git } = deps;

  async function checkGit(): Promise<MachineCheck> {
    const version = await git(["--version"]);
    return version === null
      ? {
          id: "git",
          ok: false,
          text: text.gitMissing,
          command: installCommands[deps.platform] ?? null,
        }
      : { id: "git", ok: true, text: version, command: null };
  }

  async function checkIdentity(): Promise<MachineCheck> {
    const email = await git(["config", "--global", "--get", "user.email"]);
    return email === null
      ? {
          id: "git_identity",
          ok: false,
          text: text.identityMissing,
          command:
            'git config --global user.name "Your Name" && git config --global user.email you@example.com',
        }
      : { id: "git_identity", ok: true, text: text.identity(email), command: null };
  }

  async function checkDataFolder(): Promise<MachineCheck> {
    const ok = await access(dataFolder, constants.W_OK).then(
      () => true,
      () => false,
    );
    return { id: "data_folder", ok, text: ok ? dataFolder : text.notWritable(dataFolder), command: null };
  }

  async function checkDiskSpace(): Promise<MachineCheck> {
    const disk = await statfs(dataFolder).catch(() => null);
    const free = disk === null ? 0 : disk.bavail * disk.bsize;
    const ok = free >= minFreeBytes;
    return { id: "disk_space", ok, text: text.space((free / 1024 ** 3).toFixed(1), ok), command: null };
  }

  function checkSandbox(): MachineCheck {
    const { meaning, reason, cure } = deps.sandbox();
    const found = [meaning, reason, cure].filter((part) => part !== null).join(" ");
    return { id: "sandbox", ok: reason === null, text: found, command: null };
  }

  async function checkGitSandbox(): Promise<MachineCheck> {
    const problem = await deps.gitSandbox();
    return { id: "git_sandbox", ok: problem === null, text: text.gitSandbox(problem), command: null };
  }

  function checkLimits(): MachineCheck {
    const { isHeld, meaning } = deps.limits();
    return { id: "agent_limits", ok: isHeld, text: meaning, command: null };
  }

  return {
    async checks(): Promise<MachineCheck[]> {
      const checked = await Promise.all([checkGit(), checkIdentity(), checkDataFolder(), checkDiskSpace()]);
      return [...checked, checkSandbox(), await checkGitSandbox(), checkLimits()];
    },
  };
}
