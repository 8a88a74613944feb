import { type EndpointProblem, foreignText } from "./rules.ts";

/** Why a stored sign-in stopped working. */
export type SignInLoss =
  | { kind: "tokens_missing" | "not_renewable" | "discovery_damaged" }
  | { kind: "endpoint"; problem: EndpointProblem }
  | { kind: "refused"; error: string };

const endpointProblems: Record<EndpointProblem, string> = {
  invalid: "is not a valid address",
  not_https: "is not an https address, so no secret is sent to it",
  credentials: "must not contain a user name or password",
  no_host: "has no host",
};

/** The words of connectors: refusals, reasons and the note to the person. */
export const text = {
  endpoint: (what: string, problem: EndpointProblem) => `${what} ${endpointProblems[problem]}`,
  metadataStatus: (url: string, status: number) => `${url} answered with status ${status}`,
  noRegistration:
    "The server does not let clients register themselves. Register one there, then add its clientId to the server's oauth block in the catalog.",

  /** Of RFC 6749, for a person, with what the server says about it. */
  denied(error: string, description: string) {
    const reason =
      error === "access_denied" ? "the request was declined" : `it answered ${foreignText(error)}`;
    return description === "" ? `${reason}.` : `${reason} ("${description}").`;
  },

  /** Clauses: why a server was of no help. */
  failures: {
    unreachable: "the server could not be reached",
    timeout: "the server did not answer in time",
    unreadable: "the server's answer could not be understood",
    code: (code: string) => `the server could not be reached or refused the request (${code})`,
  },

  /** A clause that is stored and shown with the connector. */
  lost(loss: SignInLoss) {
    if (loss.kind === "endpoint") return text.endpoint("the stored token endpoint", loss.problem);
    if (loss.kind === "refused") return `the server refused to renew it (${loss.error})`;
    return losses[loss.kind];
  },
  lostNotification: (server: string) =>
    `The sign-in to ${server} stopped working. Sign in again on the Connectors page.`,

  signedOut: (server: string, isRevoked: boolean) =>
    `Signed out of ${server}. ${
      isRevoked
        ? "The server revoked its tokens."
        : "The server did not revoke its tokens; they stay valid until they expire."
    }`,
};

const losses = {
  tokens_missing: "its tokens are gone from the secret store",
  not_renewable: "it expired, and the server issued no token to renew it with",
  discovery_damaged: "the stored details of its server are damaged",
};
