import type { HeldProcesses } from "../limits/index.ts";
import type { SandboxGrant } from "./model.ts";

/** Of CLIs, relative to a person's home. */
export interface CliFolders {
  /** Where they are installed; shown read-only. */
  programs: readonly string[];
  /** Where they keep sign-ins and records; covered where a shown folder holds them. */
  secrets: readonly string[];
}

/** For a program that is none of them, and is shown nothing of a home. */
export const noCliFolders: CliFolders = { programs: [], secrets: [] };

/** What one sandboxed process may reach. Every path is absolute. */
export interface SandboxRoom {
  /** Hidden, but for what is named below. */
  dataFolder: string;
  /** Holds the session's own temporary folder and the writable part of its home; made when missing. */
  folder: string;
  /** The clone, the CLI's home, the scratch folder. */
  writable: readonly string[];
  /** Shown read-only, even inside the data folder; those that are not there are left out. */
  readable: readonly string[];
  grants: readonly SandboxGrant[];
  /** Folders of the CLIs in the person's home. */
  clis: CliFolders;
  /** Where agents of other repositories can write, besides the data folder: no link that lies there is followed. */
  agentFolders?: readonly string[];
  /** What tells the folders that a person gave from others that took their paths. */
  pins?: ReadonlyMap<string, string>;
  /** Absent for the machine's own network. */
  network?: SandboxNetwork;
}

/** The internet, and of this machine nothing but what is named. */
export interface SandboxNetwork {
  ways: readonly LocalWay[];
  /** The Node that holds the network up, outside of the sandbox; absent for the one this process is. */
  node?: string;
}

/** An address of this machine's loopback that leads to the same place inside. */
export interface LocalWay {
  host: string;
  port: number;
  /** Which requests get through; all of them if absent. */
  allows?(request: { path: string; authorization: string | undefined }): boolean;
}

/** A command as it is spawned. */
export interface Launch {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** Further programs, scripts and folders that the command starts or reads by their absolute paths. */
  programs?: readonly string[];
  /** Holds the processes of the sandbox to their limits. */
  limits?: HeldProcesses | undefined;
}
