/** The words of the agents page. */
export const text = {
  agents: {
    checkFailed: "Could not check the agents",
    tryAgain: "Try again",
    loading: "the agents",
    label: "Agent CLIs",
    title: "Agents",
    description:
      "Found on PATH or at the path that a variable sets. Sign-in is checked in local files and variables, without contacting a provider.",
    overdue: "The check is taking too long: a CLI is not responding, or the service is busy.",
    checking: "Checking agents…",
    unknown: "Could not determine which agents are installed.",
    ready: (ready: number, all: number) => `${ready} of ${all} agents ${ready === 1 ? "is" : "are"} ready`,
  },
  page: {
    checkFailed: "Could not check this machine",
    checkAgain: "Check again",
    setUp: "Run setup again",
    setUpHint: ", with a demo that needs no account.",
  },
  finding: {
    unknown: "Unknown",
    ready: "Ready",
    needsYou: "Needs you",
    checking: "Checking",
    copyCommand: (name: string) => `Copy command for ${name}`,
  },
  machine: {
    title: "This machine",
    description: "What sessions need in addition to an agent.",
    loading: "the machine's state",
    gitIdentity: "Commit author",
    dataFolder: "Data folder",
    diskSpace: "Disk space",
    sandbox: "Sandbox",
    agentLimits: "Limits of a turn",
  },
  cli: {
    checking: "Checking…",
    notInstalled: "Not installed",
    tooOld: (version: string) => `${version}, too old`,
    notSignedIn: "not signed in",
    signedIn: "signed in",
    signedInWith: (method: string) => `signed in ${method}`,
  },
  methods: {
    api_key: "with an API key",
    subscription: "with a subscription",
    oauth_token: "with a token",
    auth_token: "with a token",
    base_url: "at a custom address",
  } as Readonly<Record<string, string>>,
};
