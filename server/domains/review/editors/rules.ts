import type { OpenerKind } from "./model.ts";

/** Placeholder for the folder in a command; without it the folder is the last argument. */
const folderMark = "{path}";

/** A program and its arguments; never run through a shell. */
export interface Program {
  label: string;
  /** A name to find on PATH, or an absolute path. */
  command: string;
  args: readonly string[];
}

const program = (label: string, command: string, ...args: string[]): Program => ({ label, command, args });

type Known = Readonly<Record<OpenerKind, readonly Program[]>>;

const onLinux: Known = {
  editor: [
    program("VS Code", "code"),
    program("Cursor", "cursor"),
    program("Zed", "zed"),
    program("Zed", "zeditor"),
    program("VSCodium", "codium"),
    program("Sublime Text", "subl"),
    program("IntelliJ IDEA", "idea"),
    program("Kate", "kate"),
  ],
  terminal: [
    program("Ghostty", "ghostty", `--working-directory=${folderMark}`),
    program("kitty", "kitty", "--directory", folderMark),
    program("Alacritty", "alacritty", "--working-directory", folderMark),
    program("WezTerm", "wezterm", "start", "--cwd", folderMark),
    program("GNOME Terminal", "gnome-terminal", `--working-directory=${folderMark}`),
    program("Konsole", "konsole", "--workdir", folderMark),
    program("Xfce Terminal", "xfce4-terminal", `--working-directory=${folderMark}`),
  ],
};

const onMac: Known = {
  editor: [
    program("VS Code", "code"),
    program("Cursor", "cursor"),
    program("Zed", "zed"),
    program("Sublime Text", "subl"),
    program("Xcode", "xed"),
  ],
  terminal: [program("Terminal", "/usr/bin/open", "-a", "Terminal", folderMark)],
};

const onWindows: Known = {
  editor: [program("Zed", "zed"), program("Sublime Text", "subl")],
  terminal: [program("Windows Terminal", "wt", "-d", folderMark)],
};

/** The programs to try if none is configured; the first one found is used. */
export function knownPrograms(platform: NodeJS.Platform): Known {
  if (platform === "darwin") return onMac;
  return platform === "win32" ? onWindows : onLinux;
}

/** The configured command: its first word is a program on PATH or an absolute path. */
export function configuredProgram(words: readonly string[]): Program | null {
  const [command, ...args] = words;
  if (command === undefined) return null;
  return { label: command.split(/[/\\]/).at(-1) ?? command, command, args };
}

/** The arguments with the folder in them. `folder` is absolute, so it is never taken for an option. */
export function argumentsFor({ args }: Program, folder: string): string[] {
  if (!args.some((word) => word.includes(folderMark))) return [...args, folder];
  // A function, because `$&` in a folder's name would be special in a replacement string.
  return args.map((word) => word.replaceAll(folderMark, () => folder));
}

/** Whether this machine can show a program's window. */
export function hasDisplay(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  if (platform === "darwin" || platform === "win32") return true;
  return Boolean(environment["DISPLAY"]) || Boolean(environment["WAYLAND_DISPLAY"]);
}
