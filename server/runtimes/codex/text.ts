/** The words of Codex: how turns end, notices, and how to install it and sign in. */
export const text = {
  installCommand: "npm install -g @openai/codex",
  signInCommand: "codex login",
  signInFirst: "Run `codex login`, or give the service an OPENAI_API_KEY.",
  notSignedIn: "Codex is not signed in: run `codex login`, or give the service an OPENAI_API_KEY.",

  failedSilently: "The turn failed without a message.",
  refusedToStart: (reason: string) => `Codex refused to start: ${reason}`,
  exitedEarly: (code: number | null) => `Codex exited with code ${code} before the turn started.`,
  trustsByItself:
    "This version of Codex trusts the repository by itself, against its configuration. Install another version, or trust the repository.",
  exitedWithoutAnswer: "Codex exited without an answer.",

  keepsNothing:
    "Codex decides itself what it keeps when it compacts a conversation; what follows /compact was not used.",
  nobodyToAnswer: "No person is available to answer this.",
  signInNotSaved: (reason: string) => `The refreshed Codex sign-in could not be saved: ${reason}`,
  rerouted: (model: string | null) => `The provider uses ${model} instead.`,
  hookFailed: (event: string | null, reason: string | null) =>
    `A ${event} hook failed: ${reason ?? "see its output"}`,
  server: {
    notStarted: "The server did not start.",
    unsupported: "Codex supports stdio and streamable HTTP, not the older SSE transport.",
  },

  probe: {
    silent: "The provider did not answer.",
    failed: (status: number, message: string) =>
      `The provider's answer says nothing (HTTP ${status}): ${message}`,
  },
  rpc: {
    noThread: (method: string) => `${method} returned no thread`,
    noAnswer: (method: string, seconds: number) => `no answer to ${method} within ${seconds} s`,
    unsupported: (method: string) => `${method} is not supported`,
    exited: "The process has exited",
    failed: "The request failed",
  },

  message: (author: string, recipient: string, words: string) => `${author} to ${recipient}: ${words}`,
  stopped: (reason: string | null) => `The turn was stopped: ${reason ?? "unknown reason"}`,
};
