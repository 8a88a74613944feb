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
  refreshed: "The agent CLIs will be checked again.",
  cacheCleared: "The last results are cleared; a new check of the agent CLIs is queued.",
};
