/** The words of what mends a failure. */
export const text = {
  tryAgain: "Try again",
  connectors: "Open connectors",
  catalog: "Open catalog",
  chooseModel: "Choose another model",
  startOver: "Start over in a new session",
  signInNamed: (runtime: string) => `Command that signs in to ${runtime}`,
  installNamed: (runtime: string) => `Command that installs ${runtime}`,
};
