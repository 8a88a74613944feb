import { text } from "../text.ts";

/**
 * A desktop entry that starts `program` hidden at login; null if an entry cannot contain the path. The specification
 * requires ", `, $ and \ to be escaped in quotes, then every backslash of a value doubled; % starts a field code.
 */
export function autostartEntry(program: string): string | null {
  if (/\p{Cc}/u.test(program)) return null;
  const quoted = program
    .replace(/["`$\\]/g, "\\$&")
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%");
  return [
    "[Desktop Entry]",
    "Type=Application",
    "Name=Signalbox",
    `Comment=${text.login.comment}`,
    `Exec="${quoted}" --hidden`,
    "Terminal=false",
    "StartupNotify=false",
    "X-GNOME-Autostart-enabled=true",
    "",
  ].join("\n");
}
