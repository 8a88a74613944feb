/** The words about the code host. */
export const text = {
  hasLabel: (label: string) => `It has the label ${label}`,
  closedBefore: "It was closed before it was seen",

  failed: (check: string, branch: string, repository: string) =>
    `The check ${check} failed on ${branch} of ${repository}`,
  sample: {
    title: "A sample: the count of pears is wrong",
    check: "2 tests failed",
    body: "The page says 11 pears, but the crate has 12.",
  },

  headsOnly: "Only the newest commit of each branch was looked at",
  notAll: (count: number) => `Only the ${count} items that changed last were compared`,

  off: "The code host is off (SERVICE_CODE_HOST_INGEST_MODE), so this does not fire by itself",
  noToken: "GitHub is not connected: set GITHUB_TOKEN, or receive its webhooks, and restart the service",
  rejected: "GitHub does not accept the token: set another GITHUB_TOKEN and restart the service",
  limited: (until: string) => `GitHub's rate limit is used up; reading goes on at ${until}`,
  unreachable: (why: string) => `GitHub could not be read: ${why}`,
  incomplete: "GitHub's search gives up before it has searched everything; reading goes on when it does not",
  unseenBranch: (branch: string, repository: string) =>
    `GitHub shows no branch ${branch} of ${repository} to this token: check the names, and what the token may read`,
  refusedList: (list: "check-runs" | "status", repository: string) =>
    `GitHub does not show the ${list === "status" ? "commit statuses" : "checks"} of ${repository} to this token, so what fails there is missed: allow the token to read them`,
  unseen: (repository: string) =>
    `GitHub does not show ${repository} to this token: check the name, and what the token may read`,
};
