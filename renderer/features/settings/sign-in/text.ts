import type { WebSignInState } from "../../../../server/domains/access/web-sign-in/model.ts";

/** The words of the sign-in page. */
export const text = {
  page: {
    changeFailed: "Could not change the settings",
    thisBrowser: "This browser",
    used: "Used",
    trustedUntil: (date: string) => `No code needed until ${date}`,
    signedIn: "Signed-in browsers",
    signedInHint: "Your own browsers. Other people see only theirs.",
    noneSignedIn: "No signed-in browsers.",
    trusted: "Trusted browsers",
    trustedHint: "These browsers skip the authenticator code at sign-in.",
    noneTrusted: "No trusted browsers.",
    forget: "Forget",
    loading: "how people sign in",
  },
  codes: {
    saveNow: "Save these codes now. They will not be shown again, and the old codes no longer work.",
    label: "Recovery codes",
    copy: "Copy codes",
    saved: "I saved the codes",
    new: "New recovery codes",
    replace: "Ten new codes replace all existing ones.",
    failed: "Could not create new codes",
    code: "Authenticator code or recovery code",
    create: "Create new codes",
    noneLeft: "No recovery codes are left.",
    oneLeft: "1 recovery code is left.",
    left: (count: number) => `${count} recovery codes are left.`,
  },
  ownerBrowsers: {
    hint: "To add a browser, open the board in it: its sign-in page says how. A browser is signed out 30 days after its last use.",
    signOutOthers: "Sign out all others",
    loading: "the signed-in browsers",
  },
  open: {
    title: "The board is open without sign-in",
    machine:
      "SERVICE_WEB_OPEN is set: every program and every user of this machine can act as you on this board, agents included.",
    network:
      "SERVICE_WEB_OPEN_ON_LAN is set: everyone who can reach this machine can act as you on this board, agents included.",
  },
  setUp: {
    missing: "Missing",
    set: "Set",
    title: "Turn on web sign-in",
    description: "Set these variables in the service's environment, then restart the service.",
    redirect: "Allow this redirect URL at the identity provider:",
    copyRedirect: "Copy redirect URL",
    clientId: "The client ID from your identity provider",
    clientSecret: "The client secret",
    domains: "Email domains that may sign in, such as example.com, example.org",
  },
  signOut: {
    title: "Sign out everywhere?",
    effect:
      "All of your browsers are signed out, including this one. Connected phones and programs stay connected.",
    everywhere: "Sign out everywhere",
    failed: "Could not sign out",
    button: "Sign out",
  },
  authenticator: {
    title: "Authenticator",
    new: "New authenticator",
  },
  rules: {
    signIn: (domains: string, provider: string, withCode: boolean) =>
      `People from ${domains} sign in at ${provider}${withCode ? ", then enter a code from their authenticator app" : ", without a code"}.`,
    signedIn: (days: string) => `A browser stays signed in for ${days} after its last use.`,
    trusted: (days: string) => `A trusted browser does not need a code for ${days}.`,
  },
  state: {
    off: {
      title: "Web sign-in is off",
      text: "On this machine, the board opens in browsers that followed a launch link. Other devices are connected one at a time under Devices. When web sign-in is on, people sign in with their work account and an authenticator app, from anywhere that can reach the service.",
    },
    incomplete: {
      title: "Web sign-in setup is incomplete",
      text: "Nobody can sign in until it is complete.",
    },
    on: { title: "Web sign-in is on", text: "Everyone must sign in to open the board." },
  } satisfies Readonly<Record<WebSignInState["state"], { title: string; text: string }>>,
};
