import { access, constants, statfs } from "node:fs/promises";
import type { MachineCheck } from "./model.ts";

export type Machine = ReturnType<typeof machineDoctor>;

/** Below this a clone or a backup is likely to fill the disk. */
const leastFreeBytes = 2 * 1024 ** 3;

const installs: Readonly<Record<string, string>> = {
  darwin: "xcode-select --install",
  win32: "winget install Git.Git",
  linux: "sudo apt install git",
};

/** Looks at what agents and the service need of the machine; each look is a few milliseconds. */
export function machineDoctor(deps: {
  dataFolder: string;
  platform: string;
  /** Git's answer; null where it has none, or is not there. */
  git(args: readonly string[]): Promise<string | null>;
}) {
  const { dataFolder, git } = deps;

  async function findGit(): Promise<MachineCheck> {
    const version = await git(["--version"]);
    return version === null
      ? {
          id: "git",
          ok: false,
          text: "git is not installed, or not on PATH. Sessions work in clones and need it.",
          command: installs[deps.platform] ?? null,
        }
      : { id: "git", ok: true, text: version, command: null };
  }

  async function findIdentity(): Promise<MachineCheck> {
    const email = await git(["config", "--global", "--get", "user.email"]);
    return email === null
      ? {
          id: "git_identity",
          ok: false,
          text: "git does not know who you are, so agents cannot commit in your name.",
          command:
            'git config --global user.name "Your Name" && git config --global user.email you@example.com',
        }
      : { id: "git_identity", ok: true, text: `Agents commit as ${email}`, command: null };
  }

  async function findFolder(): Promise<MachineCheck> {
    const ok = await access(dataFolder, constants.W_OK).then(
      () => true,
      () => false,
    );
    const text = ok ? dataFolder : `${dataFolder} cannot be written to`;
    return { id: "data_folder", ok, text, command: null };
  }

  async function findSpace(): Promise<MachineCheck> {
    const disk = await statfs(dataFolder).catch(() => null);
    const free = disk === null ? 0 : disk.bavail * disk.bsize;
    const ok = free >= leastFreeBytes;
    const room = `${(free / 1024 ** 3).toFixed(1)} GB are free`;
    const text = ok ? room : `Only ${room}; clones and backups need room`;
    return { id: "disk_space", ok, text, command: null };
  }

  return {
    checks: (): Promise<MachineCheck[]> =>
      Promise.all([findGit(), findIdentity(), findFolder(), findSpace()]),
  };
}
