import type { WebSignInState } from "../../../../server/domains/access/web-sign-in/model.ts";

export const stateWords: Readonly<Record<WebSignInState["state"], { title: string; text: string }>> = {
  off: {
    title: "Web sign-in is off",
    text: "The board opens without sign-in on this machine, and other devices are connected one at a time under Devices. When web sign-in is on, people sign in with their work account and an authenticator app, from anywhere that can reach the service.",
  },
  incomplete: {
    title: "Web sign-in setup is incomplete",
    text: "Nobody can sign in until it is complete.",
  },
  on: { title: "Web sign-in is on", text: "Everyone must sign in to open the board." },
};

export interface SetUpStep {
  variable: string;
  what: string;
}

/** What turns it on, in the order in which a person comes by it. */
export const setUpSteps: readonly SetUpStep[] = [
  { variable: "SERVICE_WEB_AUTH_GOOGLE_CLIENT_ID", what: "The client ID from your identity provider" },
  { variable: "SERVICE_WEB_AUTH_GOOGLE_CLIENT_SECRET", what: "The client secret" },
  {
    variable: "SERVICE_WEB_AUTH_ALLOWED_DOMAINS",
    what: "Email domains that may sign in, such as example.com, example.org",
  },
];

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

/** The rules that hold, one sentence each. */
export function ruleSentences(state: WebSignInState): string[] {
  const asked =
    state.second_factor === "required" ? "then a code of their authenticator app" : "without a code";
  return [
    `People of ${state.allowed_domains.join(", ")} sign in at ${URL.parse(state.issuer)?.host ?? state.issuer}, ${asked}.`,
    `A browser stays signed in for ${days(state.sign_in_days)} after its last use.`,
    ...(state.second_factor === "required"
      ? [`A trusted browser skips the code for for ${days(state.trusted_browser_days)}.`]
      : []),
  ];
}

/** How many recovery codes are left, and whether that is few. */
export function recoveryWords(left: number): { text: string; few: boolean } {
  if (left === 0) return { text: "No recovery code is left.", few: true };
  return {
    text: left === 1 ? "1 recovery code is left." : `${left} recovery codes are left.`,
    few: left < 3,
  };
}
