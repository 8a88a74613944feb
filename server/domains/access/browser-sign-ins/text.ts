/** The words of browser sign-ins and of the page that asks for a launch link. */
export const text = {
  app: "Desktop app",
  signedOut: (browser: string) => `Signed out ${browser}`,
  signedOutOthers: (count: number) => (count === 1 ? "Signed out 1 browser" : `Signed out ${count} browsers`),
  page: {
    title: "Sign in",
    heading: "Sign in to this board",
    intro: "Only the owner of this machine can use the board. Get a link that signs this browser in:",
    command: "Run this on the machine that runs Signalbox. It opens the board in your browser.",
    remote:
      "Is the browser on another machine, or does nothing open? Print the link instead, then open or paste it here within two minutes.",
    menu: "In the Signalbox app on this machine, choose File, Open in Browser. It opens the board in your browser.",
    otherBrowser:
      "Does another browser open? Choose File, Copy Sign-In Link instead, then open or paste the link here within two minutes.",
    field: "Launch link or code",
    button: "Sign in",
    scripts: "This page needs JavaScript.",
    notThere: "That is not a launch link. Paste the whole link, or the code after #code=.",
    failed: "The service did not answer. Check that it is running, then try again.",
    signingIn: "Signing in…",
  },
};
