/** The words of Claude Code: how turns end, notices, and how to install it and sign in. */
export const text = {
  installCommand: "npm install -g @anthropic-ai/claude-code",
  signInFirst:
    "Run `claude` and sign in with /login, or give the service an ANTHROPIC_API_KEY or a CLAUDE_CODE_OAUTH_TOKEN (from `claude setup-token`).",

  limited: "The provider refused a call because of a limit on this account (HTTP 429)",
  keyRefused: (status: number | null) =>
    `The provider refused Claude Code's key or token${status === null ? "" : ` (HTTP ${status})`}.`,
  exitedEarly: (code: number | null) => `Claude Code exited before the turn started (exit code ${code}).`,
  noAnswer: "Claude Code returned no answer.",
  exitedWithoutAnswer: "Claude Code exited without an answer.",
  providerError: "The provider returned an error.",
  conversationMissing: (id: string) => `Claude Code has no conversation ${id} in this session's home.`,
  copiedInstructions: (folder: string) =>
    `The files below are copies of the instructions in ${folder}. To change them, edit the originals.`,
  notAnImage: (path: string) => `${path} is not an image.`,

  signInNotSaved: (reason: string) => `The refreshed sign-in could not be saved: ${reason}`,
  backgroundEnded: (minutes: number) =>
    `The agent's background work was ended after ${minutes} minutes without output.`,
  taskNotStopped: "Claude Code did not say that it stopped the task.",
  fallback: (from: string, to: string) => `${from} was overloaded; ${to} continues.`,
  retry: (status: number | null, words: string) =>
    status === null
      ? `No response from the provider (${words}).`
      : `The provider responded with ${status} (${words}).`,
  server: { needsSignIn: "The server requires a sign-in.", notStarted: "The server did not start." },
  probe: {
    silent: "The provider did not answer.",
    failed: (status: number, message: string) =>
      `The provider's answer says nothing (HTTP ${status}): ${message}`,
  },
  nobodyToAnswer: "No person is available to answer this request.",
};
