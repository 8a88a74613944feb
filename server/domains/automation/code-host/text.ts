/** The words about the code host. */
export const text = {
  hasLabel: (label: string) => `It has the label ${label}`,
  closedBefore: "It was closed before it was seen",

  off: "The code host is off (SERVICE_CODE_HOST_INGEST_MODE), so this does not fire by itself",
  noToken: "GitHub is not connected: set GITHUB_TOKEN, or receive its webhooks, and restart the service",
  rejected: "GitHub does not accept the token: set another GITHUB_TOKEN and restart the service",
  limited: (until: string) => `GitHub's rate limit is used up; reading goes on at ${until}`,
  unreachable: (why: string) => `GitHub could not be read: ${why}`,
  incomplete: "GitHub's search gives up before it has searched everything; reading goes on when it does not",
  unseen: (repository: string) =>
    `GitHub does not show ${repository} to this token: check the name, and what the token may read`,
};
