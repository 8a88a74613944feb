const counted = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${more}`;

/** The words of the notifications page. */
export const text = {
  browsers: {
    changeFailed: "Could not change this browser",
    wait: "Please wait…",
    thisBrowser: "This browser",
    title: "Browsers",
    description:
      "Browsers show notifications while the board is closed. They are sent encrypted through the browser's push service.",
    unsupported:
      "This browser cannot receive push notifications: either it does not support them, or this page was not loaded over HTTPS or from this machine.",
    empty: "No browsers yet. Turn on this browser to get notifications while the board is closed.",
  },
  targets: {
    added: "Added",
    noneYet: ", no notifications yet",
    lastNotified: "Last notified",
    registered: "Registered",
    removeTitle: (name: string) => `Remove ${name}?`,
    removeEffect: "To get notifications there again, turn them on from that device.",
    remove: "Remove",
    removed: (name: string) => `${name} was removed`,
    removeNamed: (name: string) => `Remove ${name}`,
  },
  page: {
    testFailed: "Could not send the test",
    sendTest: "Send test",
    blocked: "This browser blocks notifications from this page. Allow them in the browser's site settings.",
    askPermission: "Allow notifications to see them here while the board is open.",
    allow: "Allow notifications",
    saveFailed: "Could not save your notification settings",
    title: "Notify me about",
    description:
      "Everything is also in the inbox. Desktop means the desktop app, and this board while it is open.",
    loading: "your notification settings",
    loadingTargets: "your browsers and phones",
    when: "When",
    testSent: ({ browsers, phones }: { browsers: number; phones: number }): string =>
      `Sent to the open boards, ${counted(browsers, "browser", "browsers")} and ${counted(phones, "phone", "phones")}.`,
  },
  phones: {
    off: (reason: string) => `Phone notifications are off. ${reason}.`,
    revoked: "Connection revoked",
    title: "Phones",
    description: "A phone with the app is added when you sign in on it.",
    empty: "No phones yet. Sign in with the app on a phone to add it.",
    unnamed: "A phone",
    appVersion: (version: string) => `app ${version}`,
  },
  quietHours: {
    title: "Quiet hours",
    description: "During quiet hours, notifications go only to the inbox. You get a summary when they end.",
    from: "From",
    to: "To",
    timeZone: "Time zone",
  },
  types: {
    sessionNeedsInput: "A session needs you",
    sessionFailed: "A session failed",
    elicitation: "An agent asks a question",
    push: "An agent sends a message",
  },
  channels: {
    desktop: "Desktop",
    browsers: "Browsers",
    phones: "Phones",
  },
};
