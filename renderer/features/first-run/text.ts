/** The words of the setup at the first start. */
export const text = {
  agents: {
    checking: "Checking agents…",
    checkAgain: "Check again",
    loadingMachine: "the machine's state",
    title: "Which agents are installed?",
    description:
      "Signalbox runs command-line agents that are installed on this machine. Sign in to each of them once, with its own command.",
  },
  you: {
    signedInAs: (name: string) => `You are signed in as ${name}.`,
    loading: "your profile",
    save: "Save and continue",
    title: "Who is using this board?",
    description:
      "Agents and the people you work with see your name next to your messages. It is stored on this machine.",
  },
  page: {
    title: "Welcome to Signalbox",
    intro: "Three steps to your first session. You can skip any of them.",
    skip: "Skip setup",
  },
  session: {
    title: "Your first session",
    description: "In a session, an agent works in its own clone, separate from your files.",
    demoFailed: "Could not start the demo",
    demo: "Watch a demo",
    demoHint:
      "A real agent changes a small repository and runs its tests. Its model follows a script and runs offline, so it needs no account and costs nothing.",
    startDemo: "Start the demo session",
    own: "Start your own",
    new: "New session",
    noAgent: "No agent is signed in yet. You can still open the form, which shows what is missing.",
    ready: (agents: string, count: number) =>
      `${agents} ${count === 1 ? "is" : "are"} ready. Choose a repository and describe the task.`,
  },
  steps: {
    back: "Back",
    skip: "Skip this step",
    continue: "Continue",
    label: "Steps",
    done: ", done",
    you: "You",
    agents: "Agents",
    session: "First session",
  },
};
