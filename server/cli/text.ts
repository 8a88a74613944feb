import { npmCommand } from "../lib/command-line.ts";
import { command } from "./printed-command.ts";

interface Waiting {
  id: string;
  words: string;
  /** The browser or device that asks; null if it has no name. */
  from: string | null;
}

/** The words of the command line. */
export const text = {
  usage: "Usage: signalbox <command>",
  unknownCommand: (name: string, usage: string) => `Unknown command "${name}".\n\n${usage}`,
  unknownOption: (option: string, name: string) =>
    `signalbox ${name} has no option ${option}. \`${command(name, "--help")}\` lists those that it has.`,
  unexpected: (value: string, name: string) =>
    `signalbox ${name} does not take ${value}. \`${command(name, "--help")}\` shows what it takes.`,
  usageOf: (usage: string) => `Usage: signalbox ${usage}`,
  /** What follows the name of a command. */
  arguments: {
    serve: "[--open]",
    start: "",
    stop: "",
    status: "[--json]",
    service: "install|uninstall|status",
    update: "[version or file] [--back]",
    open: "[ID] [--print]",
    new: "PROMPT",
    list: "",
    search: "WORDS",
    show: "ID",
    transcript: "ID",
    send: "ID PROMPT",
    wait: "ID...",
    diff: "ID [PATH]",
    archive: "ID...",
    triggers: "",
    trigger: "ID",
    costs: "",
    logs: "[ID] [--follow]",
    call: "[OPERATION] [NAME=TEXT|NAME:=JSON ...]",
    completion: "bash|zsh|fish",
    confirm: "[id] [--yes|--deny]",
    demo: "[--exit]",
    doctor: "[--bundle]",
    backup: "[folder]",
    restore: "<file or backup name>",
    grant: "--email EMAIL --privilege act_as_human|relay_only [--name NAME]",
  },
  options: {
    serve: { "--open": "Open the board in the browser once the service runs" },
    start: {},
    stop: {},
    status: { "--json": "Print it as JSON" },
    service: {},
    update: { "--back": "Go back to the version before the last update" },
    open: { "--print": "Print the link that signs in, without opening a browser" },
    new: {},
    list: {},
    search: {},
    show: {},
    transcript: {},
    send: {},
    wait: {},
    diff: {},
    archive: {},
    triggers: {},
    trigger: {},
    costs: {},
    logs: { "--follow": "Without an ID: go on with new lines of the service's log" },
    call: {},
    completion: {},
    confirm: { "--yes": "Confirm it without asking", "--deny": "Deny it without asking" },
    demo: { "--exit": "End once the session has finished, instead of opening the board" },
    doctor: { "--bundle": "Write an archive for a bug report, without secrets" },
    backup: {},
    restore: {},
    grant: {
      "--email": "The person's email address",
      "--privilege": "What the tokens allow: act_as_human or relay_only",
      "--name": "The person's name; the email address by default",
    },
  },
  help: "Show this help",
  commands: {
    serve: "Run the service without the desktop app",
    start: "Start the service in the background",
    stop: "Stop the service; its sessions go on at the next start",
    status: "Say whether the service runs, and where",
    service: "Start the service at login, or no more",
    update: "Install another version, with a backup and a way back",
    new: "Start a session on this folder's repository",
    list: "List sessions",
    search: "Find sessions by title, or by what was said in them",
    show: "Show a session",
    transcript: "Print the conversation of a session",
    send: "Send a session a prompt",
    wait: "Wait until sessions stop, and say why by the exit code",
    diff: "Print what a session changed",
    archive: "Archive sessions",
    triggers: "List triggers",
    trigger: "Fire a trigger now",
    costs: "Say what was spent",
    logs: "Print the log of a session, or of the service",
    call: "Call any operation of the API, or list them",
    completion: "Print what completes the commands in a shell",
    open: "Open the board in the browser, signed in",
    confirm: "Confirm what the board asks for",
    demo: "Run one real session offline, with a scripted model",
    doctor: "Check this machine",
    backup: "Make a verified copy of the database",
    restore: "Replace the data with a backup",
    grant: "Issue tokens for a person",
    help: "Show this list",
  },
  serve: {
    running: (url: string) => `Signalbox is running at ${url}`,
    dataFolder: (folder: string) => `Data folder: ${folder}`,
    noBoard: "The board has not been built; only the API is available.",
  },
  open: {
    opened: () =>
      `Opened the board in your browser. If no page appears, run \`${command("open", "--print")}\`.`,
    link: (url: string) => `Open this link within two minutes to sign in. It works once:\n${url}`,
    noSocket: (folder: string) =>
      `A service runs on ${folder}, but it could not make its socket there; its log says why. Open the link that it prints when it is started on a terminal.`,
    notRunning: (folder: string) =>
      `Signalbox is not running on ${folder}. Start it with \`${command("serve")}\`, or set SERVICE_DATA_DIR to its data folder.`,
  },
  completion: { unknownShell: "Name the shell: bash, zsh or fish." },
  confirm: {
    nothing: "There is nothing to confirm.",
    asked: (of: Waiting & { command: string }) =>
      `${of.from ?? "The board"} asks: ${of.words}. Confirm or deny it with: ${of.command}`,
    listed: (of: Waiting) => `${of.id}  ${of.words}${of.from === null ? "" : ` (${of.from})`}`,
    ask: (of: Waiting) =>
      `${of.from ?? "The board"} asks (${of.id}): ${of.words}.\nConfirm only if you just asked for this there. Confirm? [y/N] `,
    noTerminal: (id: string) =>
      `Without a terminal, name what you confirm: \`${command("confirm", id, "--yes")}\` (or --deny).`,
    notWaiting: (id: string) =>
      `Nothing with the id ${id} waits for a confirmation. It may have expired, or was answered already.`,
    confirmed: (words: string) => `Confirmed: ${words}.`,
    denied: (words: string) => `Denied: ${words}.`,
  },
  bundle: {
    written: (file: string) =>
      `Wrote ${file}. It has no secrets, prompts or transcripts. Read it before you pass it on.`,
    notRunning: "Signalbox is not running, so the archive has no health report.",
  },
  doctor: {
    settings: "Every variable has a valid value.",
    socket: "The commands reach the service.",
    noSocket: (reason: string) =>
      `The data folder cannot hold a socket (${reason}), so the commands cannot reach the service. Move the data folder to a local disk, or open the link that \`${command("serve")}\` prints on its terminal.`,
    noBoard: () => `Not built. Run \`${npmCommand("run", "build")}\`.`,
    shortKeys: (count: number, characters: number) =>
      `API_KEYS contains ${count === 1 ? "a key" : `${count} keys`} of fewer than ${characters} characters, which can be guessed. Make one with \`openssl rand -hex 24\`.`,
    openBoard: {
      machine: "SERVICE_WEB_OPEN is set: every program and user of this machine can act as you on the board.",
      network:
        "SERVICE_WEB_OPEN_ON_LAN is set: everyone who can reach this machine can act as you on the board.",
    },
    secrets: {
      "none yet": "None yet. The first start creates them.",
      keychain: "Encrypted in secrets.json, with the key in the system's keychain.",
      file: "Encrypted in secrets.json, with the key in secrets.key: no keychain was available, or SERVICE_SECRET_STORE=file.",
      "installation.json":
        "The root secret is still in installation.json. The next start moves it to secrets.json.",
    },
    noGit: "Not found. Install git and add it to PATH.",
    trusted: (addresses: readonly string[]) =>
      addresses.length === 0 ? "No repository is trusted." : `Trusted: ${addresses.join(", ")}`,
    leftOut: (address: string, settings: readonly string[]) =>
      `${address} is not trusted; left out: ${settings.join(", ")}. Trust it under Settings, Repositories.`,
    noSandbox: (of: { meaning: string; problem: string }) => `${of.meaning} ${of.problem}`,
    strictWorks: "A repository or session can ask for the sandbox strict.",
    readingWorks: "The clones of agents are read with git in a sandbox that shows one clone alone.",
    readingFails: (problem: string) =>
      `The clones of agents are looked through and read with git without a sandbox. ${problem}`,
    sandboxFails: (problem: string) => `No session can run: ${problem}`,
  },
  backup: {
    done: (file: string) => `Backed up and verified: ${file}`,
    unreadable: (file: string) =>
      `Could not open ${file}. Set SERVICE_DATA_DIR to the data folder to back up.`,
    unwritable: (folder: string) =>
      `Nothing was backed up: ${folder} is not a folder that you can write to. Name another one: \`${command("backup", "FOLDER")}\``,
    diskFull: (folder: string) =>
      `Nothing was backed up: the disk that holds ${folder} is full. Free some space, or name a folder on another disk: \`${command("backup", "FOLDER")}\``,
  },
  restore: {
    done: (file: string) => `Restored and verified: ${file}`,
    kept: (file: string) => `The previous data is kept in ${file}`,
    mayRevive:
      "Some of the previous data could not be read: keys and connections that were revoked since the backup may work again. Check them under Settings.",
    notFound: (of: { file: string; folder: string }) =>
      `There is no backup at ${of.file} and none with that name in ${of.folder}.`,
    failed: (of: { file: string; reason: string }) =>
      `${of.file} was not restored, and the data is unchanged. ${of.reason}`,
  },
  grant: {
    label: "Made by signalbox grant",
    unusable: (of: { folder: string; reason: string }) =>
      `Could not use ${of.folder} (${of.reason}). Set SERVICE_DATA_DIR to the data folder.`,
  },
  demo: {
    intro:
      "Signalbox demo: a real agent (pi) in a real clone. The model is SCRIPTED and offline: it does not think.",
    queued: (of: { id: number; prompt: string }) => `\nSession ${of.id}: "${of.prompt}"`,
    steps: {
      reads: (paths: readonly string[]) => `reads ${paths.join(", ")}`,
      writes: (paths: readonly string[]) => `writes ${paths.join(", ")}`,
      runs: (command: string) => `runs ${command}`,
      tests: (of: { pass: string; fail: string }) => ` (${of.pass} tests pass, ${of.fail} fail)`,
    },
    step: (words: string) => `  pi ${words}`,
    answer: (words: string) => `  pi says: ${words}`,
    changes: "\nChanged in its clone:",
    changed: (line: string) => `  ${line}`,
    usage: (of: { calls: number; input: number; output: number }) =>
      `\n${of.calls} model calls, ${of.input} tokens in, ${of.output} tokens out: $0.00 (the scripted model is free).`,
    ended: (of: { status: string; detail: string }) =>
      `The session ended with the status ${of.status}: ${of.detail}`,
    noBoard: "\nThe board has not been built.",
    boardAt: (url: string) => `\nThe board is at ${url}`,
    howToEnd: "Press Ctrl+C to end the demo and delete its data.",
  },
};
