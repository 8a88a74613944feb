import { join } from "node:path";

/** How a platform starts a program at login. */
export interface LoginService {
  /** The file that says so. */
  file: string;
  content: string;
  /** What makes the system read it, and start the program now. */
  enable: readonly (readonly string[])[];
  disable: readonly (readonly string[])[];
}

interface Program {
  /** The program and its arguments. */
  argv: readonly string[];
  environment: Readonly<Record<string, string>>;
  description: string;
}

const label = "dev.signalbox.service";

/** By platform: a systemd user unit, a launch agent, a task of the Windows scheduler. */
export function loginService(platform: NodeJS.Platform, home: string, program: Program): LoginService {
  if (platform === "darwin") return launchAgent(home, program);
  if (platform === "win32") return scheduledTask(home, program);
  return systemdUnit(home, program);
}

/** systemd reads `%` and `$` in a command, and quotes and backslashes as C does. */
const systemdWord = (word: string): string =>
  `"${word.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%").replaceAll("$", "$$$$")}"`;

function systemdUnit(home: string, { argv, environment, description }: Program): LoginService {
  const file = join(home, ".config/systemd/user/signalbox.service");
  const variables = Object.entries(environment).map(
    ([name, value]) => `Environment=${systemdWord(`${name}=${value}`).replaceAll("$$", "$")}`,
  );
  const content = [
    "[Unit]",
    `Description=${description}`,
    "",
    "[Service]",
    ...variables,
    `ExecStart=${argv.map(systemdWord).join(" ")}`,
    "Restart=on-failure",
    "RestartSec=5",
    // The service ends its agents itself.
    "KillMode=mixed",
    "TimeoutStopSec=60",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
  return {
    file,
    content,
    enable: [
      ["systemctl", "--user", "daemon-reload"],
      ["systemctl", "--user", "enable", "--now", "signalbox.service"],
    ],
    disable: [["systemctl", "--user", "disable", "--now", "signalbox.service"]],
  };
}

const xmlText = (words: string): string =>
  words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function launchAgent(home: string, { argv, environment }: Program): LoginService {
  const file = join(home, "Library/LaunchAgents", `${label}.plist`);
  const strings = argv.map((word) => `    <string>${xmlText(word)}</string>`);
  const variables = Object.entries(environment).map(
    ([name, value]) => `    <key>${xmlText(name)}</key><string>${xmlText(value)}</string>`,
  );
  const content = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${strings.join("\n")}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables.join("\n")}
  </dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key>
  <dict><key>SuccessfulExit</key><false/></dict>
</dict>
</plist>
`;
  return {
    file,
    content,
    enable: [["launchctl", "load", "-w", file]],
    disable: [["launchctl", "unload", "-w", file]],
  };
}

/** A script, because a task has no environment of its own; it hides its window. */
function scheduledTask(home: string, { argv, environment }: Program): LoginService {
  const file = join(home, "AppData/Roaming/signalbox/start-at-login.vbs");
  const quoted = (words: string): string => `"${words.replaceAll('"', '""')}"`;
  const variables = Object.entries(environment).map(
    ([name, value]) => `shell.Environment("PROCESS")(${quoted(name)}) = ${quoted(value)}`,
  );
  const command = argv.map((word) => `"${word}"`).join(" ");
  const content = [
    'Set shell = CreateObject("WScript.Shell")',
    ...variables,
    `shell.Run ${quoted(command)}, 0, False`,
    "",
  ].join("\r\n");
  const run = `wscript.exe "${file}"`;
  return {
    file,
    content,
    enable: [
      ["schtasks", "/Create", "/F", "/SC", "ONLOGON", "/TN", "Signalbox", "/TR", run],
      ["schtasks", "/Run", "/TN", "Signalbox"],
    ],
    disable: [["schtasks", "/Delete", "/F", "/TN", "Signalbox"]],
  };
}
