import type { Privilege } from "./model.ts";
import type { RedirectProblem } from "./rules.ts";

const redirectProblems: Record<RedirectProblem, string> = {
  not_an_address: "redirect_uris must only contain valid addresses, in plain ASCII",
  credentials: "redirect_uris must not contain a user name or password",
  fragment: "redirect_uris must not contain fragments",
  not_https: "redirect_uris must be https, or http on this machine itself (localhost, 127.0.0.1, [::1])",
};

const privileges: Record<Privilege, { title: string; meaning: string }> = {
  relay_only: {
    title: "Only relays",
    meaning: "Its messages are not treated as yours. It cannot manage keys or connections.",
  },
  act_as_human: {
    title: "Acts as you",
    meaning: "Its messages count as your own, and it can do everything that requires a person.",
  },
};

/** The words of the authorization server: its pages, what programs are answered, and why connections changed. */
export const text = {
  privilegeChanged: (client: string, actsAs: string | null) =>
    `Starting with its next request, ${client} ${actsAs === null ? "only relays" : `acts as ${actsAs}`}`,
  disconnected: (client: string) => `${client} is disconnected`,
  signedOut: "You are signed out",

  /** Stored with a connection. */
  reasons: {
    changedBy: (actor: string) => `Changed by ${actor}`,
    revokedBy: (actor: string) => `Revoked by ${actor}`,
    revokedByClient: "Revoked by the client",
    makerEnded: "The connection through which it was approved has ended",
    usedAgain: "A used code or token was sent again",
  },

  /** For the developers of clients: `error_description` of answers. */
  answers: {
    redirectProblems,
    approvalRequired: "A person must approve this request",
    denied: "The person denied the request",
    alreadyUsed: "It was already used",
    otherResource: (audience: string) => `This server issues tokens for ${audience} only`,
    tooManyClients: "Too many clients were registered from this address within an hour",
  },

  consent: {
    pageTitle: (client: string) => `Connect ${client}?`,
    title: (client: string) => `Let ${client} use Signalbox?`,
    meaning: "It will be able to read and control the sessions here until you disconnect it in the settings.",
    publisher: "Publisher",
    returnsTo: "Returns to",
    you: "You",
    reservedName:
      "This client calls itself Signalbox, but it is not a part of Signalbox. Deny it unless you know who made it.",
    toThisMachine:
      "The answer goes to a program on the computer that runs this browser. Approve only if you just started signing in there.",
    access: "Access",
    privileges,
    label: "Name of this connection (optional)",
    approve: "Approve",
    deny: "Deny",
    ownClient: "Signalbox itself",
    selfRegistered: "Unknown: this client registered itself, and its name is not verified",
    appFor: (scheme: string) => `an app that opens ${scheme}`,
  },

  confirmation: {
    title: "Confirm outside the browser",
    about:
      "A client that acts as you can do everything here, so confirm it where no page or agent can press the button.",
    howTo: {
      terminal: "Run this on the machine that runs Signalbox, and answer there. Then continue here.",
      app: "Answer in the dialog that the Signalbox app just opened on its computer. Then continue here.",
    },
    compare: (id: string) => `Confirm only if it shows the id ${id} and the same words.`,
    notYet: "You have not confirmed this yet.",
    waiting: "Waiting for your answer. This page continues by itself.",
    denied: "You denied this. Nothing was connected.",
    expired: "Nobody answered in time. Press Continue to ask again from the start.",
    goOn: "Continue",
    cancel: "Cancel",
  },

  badRequest: {
    title: "This cannot be approved",
    body: "The program that sent you here made an invalid request, so nothing was granted and nothing was sent to it. Start again from that program.",
    forDeveloper: "For its developer:",
  },

  staleForm: {
    title: "This form is out of date",
    body: "It does not match the one that was shown to you. Start again from the program that sent you here.",
  },
};
