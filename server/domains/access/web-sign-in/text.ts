/** The words of web sign-in: its pages, and what it answers to requests of the board. */
export const text = {
  unnamedBrowser: "A browser",
  appWindow: "The Signalbox app",
  onSystem: (browser: string, system: string) => `${browser} on ${system}`,

  signedOut: "You are signed out",
  browserSignedOut: "Signed out the browser",
  browserForgotten: "The browser is no longer trusted and will be asked for a code",
  unreadableForm: "The form could not be read",
  windowElsewhere: "App windows can sign in on this machine only",

  code: "Code",
  sixDigits: "Six digits",
  setUp: "Set up",
  signIn: "Sign in",
  startAgain: "Start again",
  trustBrowser: (days: number) => `Trust this browser and skip the code for ${days} days`,
  continueWith: (provider: string) => `Continue with ${provider}`,

  start: { signedOut: "You are signed out." },

  waiting: {
    matchNumber: "Sign in with your browser. Make sure it shows this number:",
    openBrowser: "Continue in your browser",
    signedInThere: "I have signed in there",
    status: "This window continues automatically after you sign in. It waits for five minutes.",
    checking: "Checking. This window continues automatically after you sign in there.",
  },

  browser: {
    title: "Sign in to the app",
    matchNumber: "This signs in the Signalbox window that shows this number:",
    warning: "Continue only if you just started signing in there and the number matches.",
  },

  done: {
    title: "Return to Signalbox",
    body: "Its window continues automatically. You can close this page.",
  },

  incomplete: {
    title: "Sign-in setup is incomplete",
    missing: "Web sign-in is only partly set up, so no one can sign in yet. These settings are missing:",
    remedy: "Set them and restart the service, or remove all web sign-in settings to turn it off.",
  },

  redirect: {
    title: "Redirecting",
    body: "Taking you to the next page.",
    now: "Continue now",
  },

  enterCode: {
    title: "Enter your code",
    useRecoveryCode: "Use a recovery code instead",
    recoveryCode: "Recovery code",
  },

  enroll: {
    title: (isReplacement: boolean) =>
      isReplacement ? "Set up a new authenticator" : "Set up your authenticator",
    image: "QR code for the authenticator app",
    replaces: "This signs you out everywhere else, and new recovery codes replace the old ones.",
    newCode: "Code from the new authenticator",
    currentCode: "Code from your current authenticator, or a recovery code",
  },

  recoveryCodes: {
    title: "Save your recovery codes",
    body: "Each code lets you sign in once without your authenticator. They are not shown again.",
    saved: "I saved them, continue",
  },
};
