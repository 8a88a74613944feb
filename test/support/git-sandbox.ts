import { type GitSandbox, gitSandbox } from "../../server/domains/workspace/workspaces/index.ts";

/** What git reads clones in, as the service has it on this machine. */
export const gitSandboxOf = (dataFolder: string): GitSandbox =>
  gitSandbox({ environment: process.env, dataFolder, log: { warn: () => {} } });
