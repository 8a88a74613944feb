interface PoolWords {
  label: string;
  total: number;
  serving: number;
  used: number | null;
}

const clockTime = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  hour: "numeric",
  minute: "2-digit",
});

/** The words of the desktop app: menus, tray, dialogs, notifications and the recovery page. */
export const text = {
  appName: "Signalbox",
  menu: {
    file: "File",
    view: "View",
    newSession: "New Session",
    newFromClipboard: "New Session from Clipboard",
    openInBrowser: "Open in Browser",
    copySignInLink: "Copy Sign-In Link",
    openLogs: "Open Log Folder",
    settings: "Settings…",
    checkForUpdates: "Check for Updates…",
    inbox: "Inbox",
  },
  tray: {
    open: "Open Signalbox",
    quit: "Quit Signalbox",
    pauseAll: "Pause All",
    resume: (paused: number) => (paused === 0 ? "Resume All" : `Resume ${paused} Paused`),
    paused: "paused",
    pool: ({ label, total, serving, used }: PoolWords) =>
      `${label}: ${serving === total ? `${total}` : `${serving} of ${total}`} ${total === 1 ? "account" : "accounts"} available${used === null ? "" : `, ${Math.round(used * 100)}% of 5 h used`}`,
    dryPool: (label: string, backAt: number | null) =>
      backAt === null
        ? `${label}: no account available`
        : `${label}: out of quota, back ${clockTime.format(backAt)}`,
    unnamed: (id: number) => `Session ${id}`,
    more: (count: number) => `${count} more…`,
    tooltip: (summary: string) => `Signalbox: ${summary}`,
    idle: "No active sessions",
    running: (count: number) => `${count} running`,
    waiting: (count: number) => `${count} waiting`,
    needsInput: (count: number) => (count === 1 ? "1 needs you" : `${count} need you`),
  },
  quit: {
    message: (running: number) =>
      running === 1 ? "A session is running." : `${running} sessions are running.`,
    detail: "Quitting stops the work. It resumes where it left off when Signalbox starts again.",
    buttons: ["Quit", "Keep Running"],
  },
  crash: {
    message: "The board stopped unexpectedly.",
    detail: "Sessions keep running in the background.",
    buttons: ["Reload", "Not Now"],
  },
  external: {
    message: (host: string) => `Open ${host} in your browser?`,
    detail: (address: string) => `${address}\n\nThe connection is not encrypted.`,
    buttons: ["Cancel", "Open"],
  },
  confirmation: {
    message: (words: string) => `${words}?`,
    detail: (id: string, from: string | null) =>
      `${from ?? "A page of Signalbox"} asks for this. Confirm only if you just asked for it there, and the page shows the id ${id}.`,
    buttons: ["Cancel", "Confirm"],
  },
  updates: {
    ok: "OK",
    upToDate: (version: string) => `Signalbox ${version} is up to date.`,
    failed: "Could not get updates.",
    failedDetail: "Check your connection and try again. The log has the details.",
    unsupported: "This build cannot update itself.",
    unsupportedDetail: "It was built without an update feed. Install a newer version over it.",
    available: (of: { version: string; current: string }) =>
      `Signalbox ${of.version} is available. You have ${of.current}.`,
    availableButtons: ["Download", "Not Now"],
    ready: (version: string) => `Signalbox ${version} is ready to install.`,
    readyDetail: "Sessions stop during the restart and resume where they left off.",
    readyButtons: ["Restart and Install", "Later"],
  },
  settings: {
    shortcutTaken: (chord: string) =>
      `${chord.replaceAll("+", " + ")} is not available: another program uses it, or this desktop does not allow global shortcuts.`,
    notSaved: "This applies only until Signalbox quits, because it could not be saved.",
  },
  login: {
    comment: "A control room for coding agents",
    notInstalled: "Only the installed app can start at login.",
    requiresApproval: "Allow Signalbox under System Settings > General > Login Items.",
    refused: "The system did not accept the change.",
    unsupportedPath: "The app's path has characters that a desktop entry cannot contain.",
    notWritten: "Could not write to the folder of programs that start at login.",
  },
  notifier: {
    replyPlaceholder: "Reply to the session",
    notSent: (reason: string) => `Your reply was not sent: ${reason}`,
    unknownReason: "unknown error",
  },
  recovery: {
    title: "Signalbox could not start",
    reassurance: "No work was lost: sessions resume where they left off when it starts again.",
    log: (folder: string) => `The log is in ${folder}.`,
    actions: {
      retry: "Try again",
      otherPort: "Start on another port",
      openLogs: "Open log folder",
      quit: "Quit",
    },
  },
};
