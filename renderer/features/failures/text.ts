/** The words of what mends a failure. */
export const text = {
  tryAgain: "Try again",
  tryNow: "Try now",
  raw: "Full response",
  catalog: "Open catalog",
  clis: "Check the machine",
  accounts: "Open Inference",
  chooseModel: "Choose another model",
  startOver: "Start over in a new session",
  foreign: {
    action: "Let git read it",
    question: (folder: string) => `Let git read ${folder}?`,
    effect: (folder: string) =>
      `Another user of this machine owns it. Your git then reads this repository with its configuration, also outside of Signalbox: git config --global --add safe.directory ${folder}. Do it only if you trust that user. The session then starts again.`,
  },
  elsewhere: {
    button: "Change repository",
    title: "Clone from another repository",
    repository: "Repository",
    branch: "Branch",
    subdirectory: "Subdirectory",
    subdirectoryHint: "Where the agent works in the repository. Leave empty for the top.",
    submit: "Clone and start",
    failed: "The repository was not changed",
  },
  signInNamed: (runtime: string) => `Command that signs in to ${runtime}`,
  installNamed: (runtime: string) => `Command that installs ${runtime}`,
};
