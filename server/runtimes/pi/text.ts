import { installedPackage, npmCommand } from "../../lib/command-line.ts";

/** A checkout brings it; the npm package uses the machine's own. */
const installCommand =
  installedPackage() === null ? npmCommand("install") : "npm install -g @earendil-works/pi-coding-agent";

/** The words of pi: how turns end, notices, and how to install it and sign in. */
export const text = {
  installFirst: `Install pi with \`${installCommand}\`, or set the path of one in SERVICE_PI_PATH.`,
  installCommand,
  installGlobally: (packageName: string) => `npm install -g ${packageName}`,
  updateCommand: "npm install -g @earendil-works/pi-coding-agent",
  signInFirst: "Give the service an OPENROUTER_API_KEY, or run `pi` and sign in with /login.",
  notAFile: (path: string) => `pi is configured as ${path}, which is not the absolute path of a file.`,
  nodeNeeded: (version: string) => `Node ${version} or newer; set its path in SERVICE_NODE_PATH`,
  nodeTooOld: (needed: string, found: { command: string; version: string }) =>
    `pi needs ${needed}. The one found at ${found.command} is ${found.version}.`,

  callFailed: "The model call failed.",
  noAnswer: "pi returned no answer.",
  exitedWithoutAnswer: "pi exited without an answer.",
  exitedEarly: "pi exited before it accepted the prompt, without a message.",
  aborted: "The run was aborted inside pi.",
  interrupted: "Interrupted.",
  signInNeeded: (reason: string) =>
    `${reason} Give the service OPENROUTER_API_KEY, or run pi and sign in with /login.`,
  /** `decideOutcome` recognizes it by its first words, like pi's own message. */
  unknownModel: (asked: string, other: string) => `Unknown model ${asked}: pi would use ${other} instead.`,

  key: {
    silent: "OpenRouter did not answer.",
    failed: (status: number, message: string) =>
      `OpenRouter's answer says nothing (HTTP ${status}): ${message}`,
  },
  conversationIdRefused: (id: string) => `pi does not accept a conversation id like "${id}".`,
  conversationMissing: (id: string) => `pi has no conversation ${id} in this session's home.`,
  conversationUnreadable: (id: string) => `The file of conversation ${id} was not written by pi.`,

  imageLeftOut: (path: string) => `${path} is not a readable image and was left out.`,
  signInNotSaved: (reason: string) => `A refreshed sign-in could not be saved: ${reason}`,
  extensionFailed: (reason: string) => `A pi extension failed: ${reason}`,
  notCompacted: (reason: string) => `pi could not compact the conversation: ${reason}`,
  questionCanceled: (title: string) =>
    `A pi extension asked "${title}"; no person is available to answer, so the question was canceled.`,
};
