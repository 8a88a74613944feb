import type { WebSignInState } from "../../../../server/domains/access/web-sign-in/model.ts";
import { text } from "./text.ts";

export interface SetUpStep {
  variable: string;
  what: string;
}

/** The variables that turn web sign-in on, in the order in which they are found. */
export const setUpSteps: readonly SetUpStep[] = [
  { variable: "SERVICE_WEB_AUTH_GOOGLE_CLIENT_ID", what: text.setUp.clientId },
  { variable: "SERVICE_WEB_AUTH_GOOGLE_CLIENT_SECRET", what: text.setUp.clientSecret },
  {
    variable: "SERVICE_WEB_AUTH_ALLOWED_DOMAINS",
    what: text.setUp.domains,
  },
];

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

/** The present rules, one sentence each. */
export function ruleSentences(state: WebSignInState): string[] {
  return [
    text.rules.signIn(
      state.allowed_domains.join(", "),
      URL.parse(state.issuer)?.host ?? state.issuer,
      state.second_factor === "required",
    ),
    text.rules.signedIn(days(state.sign_in_days)),
    ...(state.second_factor === "required" ? [text.rules.trusted(days(state.trusted_browser_days))] : []),
  ];
}

/** How many recovery codes are left, and whether there should be more. */
export function recoveryStatus(left: number): { text: string; few: boolean } {
  if (left === 0) return { text: text.codes.noneLeft, few: true };
  return {
    text: left === 1 ? text.codes.oneLeft : text.codes.left(left),
    few: left < 3,
  };
}
