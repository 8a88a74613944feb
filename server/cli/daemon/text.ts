import { command } from "../printed-command.ts";

interface Running {
  url: string;
  pid: number;
  version: string;
}

/** The words of the commands that run the service in the background. */
export const text = {
  alreadyRunning: ({ url, pid }: Running) => `Signalbox is already running at ${url} (process ${pid}).`,
  started: ({ url, pid, logFile }: Running & { logFile: string }) =>
    `Signalbox is running at ${url} (process ${pid}).\nLog: ${logFile}\nOpen the board with \`${command("open")}\`.`,
  notStarted: ({ said, logFile }: { said: string; logFile: string }) =>
    `The service did not start.${said === "" ? "" : `\n${said}`}\nIts log is ${logFile}.`,
  running: ({ url, pid, version, dataFolder, logFile }: Running & { dataFolder: string; logFile: string }) =>
    `Signalbox ${version} is running at ${url} (process ${pid}).\nData folder: ${dataFolder}\nLog: ${logFile}`,
  notRunning: (dataFolder: string) => `Signalbox is not running on ${dataFolder}.`,
  stopped: "Signalbox has stopped. Its sessions go on at the next start.",
  stillRunning: (pid: number) =>
    `The service (process ${pid}) is still ending its work. Try again in a minute.`,
  logsUsage: "Usage: signalbox logs [ID] [--follow]",
  noLog: (file: string) => `There is no log at ${file}. \`${command("start")}\` writes one.`,
  update: {
    checkout: "This Signalbox runs from a checkout. `git pull` updates it.",
    notGlobal: (root: string) => `${root} was not installed by npm, so npm cannot update it.`,
    onlyOne: "Name one version or file.",
    noSuchVersion: (named: string) => `"${named}" is neither a file nor a version.`,
    keeping: (version: string) => `Keeping version ${version} and a backup of the data ...`,
    done: ({ from, to }: { from: string; to: string }) =>
      from === to
        ? `Version ${to} was installed again.`
        : `Updated from ${from} to ${to}. \`${command("update", "--back")}\` returns to ${from} with the data of then.`,
    failed: ({ reason, version }: { reason: string; version: string }) =>
      `The update failed, and version ${version} is back with its data. ${reason}`,
    nothingKept: "No earlier version is kept: nothing was updated yet.",
    back: (version: string) => `Version ${version} is back, with the data from before the update.`,
  },
  service: {
    installed: (file: string) => `Signalbox starts at your next login, and now. Written: ${file}`,
    removed: (file: string) => `Signalbox no longer starts at login. Removed: ${file}`,
    notInstalled: "Signalbox does not start at login.",
    isInstalled: (file: string) => `Signalbox starts at login: ${file}`,
    unknownAct: "Say what to do: install, uninstall or status.",
    failed: (of: { command: string; reason: string }) =>
      `\`${of.command}\` failed: ${of.reason}\nThe file is written; run that command yourself once this works.`,
    description: "Signalbox, a control room for coding agents",
  },
};
