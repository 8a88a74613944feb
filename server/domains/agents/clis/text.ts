/** The words of the agent CLIs and of the checks of this machine. */
export const text = {
  gitMissing: "git is not installed or not on PATH. Sessions work in clones and need it.",
  identityMissing: "git does not know who you are, so agents cannot commit in your name.",
  identity: (email: string) => `Agents commit as ${email}`,
  notWritable: (folder: string) => `${folder} is not writable`,
  space: (freeGigabytes: string, isEnough: boolean) =>
    isEnough
      ? `${freeGigabytes} GB are free`
      : `Only ${freeGigabytes} GB are free; clones and backups need more`,
  gitSandbox: (problem: { reason: string; cure: string | null } | null) =>
    problem === null
      ? "Signalbox reads the clones of agents with git in a sandbox that shows one clone alone."
      : [
          "Signalbox looks through the clones of agents and reads them with git without a sandbox: what an agent swaps meanwhile may get past that.",
          problem.reason,
          ...(problem.cure === null ? [] : [problem.cure]),
        ].join(" "),
  refreshed: "The agent CLIs will be checked again.",
  cacheCleared: "The last results are cleared; a new check of the agent CLIs is queued.",
};
