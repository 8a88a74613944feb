/** The words of the dialog for what a person confirms outside the page. */
export const text = {
  title: {
    terminal: "Confirm outside the browser",
    app: "Confirm in the app's dialog",
  },
  about: "This widens access, so a person has to confirm it where no page or agent can press the button.",
  howTo: {
    terminal: "Run this on the machine that runs Signalbox, and answer there:",
    app: "Answer in the dialog that the Signalbox app just opened on its computer.",
  },
  compare: (id: string) => `Confirm only if it shows the id ${id} and the same words.`,
  copy: "Copy command",
  waiting: "Waiting for your answer…",
  over: {
    denied: "Denied. Nothing was changed.",
    expired: "Nobody answered within two minutes, so nothing was changed.",
  },
  cancel: "Cancel",
  close: "Close",
  again: "Ask again",
};
