/**
 * A desktop entry that starts `program` hidden at login. Returns null if the path cannot be written in one. The
 * specification wants ", `, $ and \ escaped in quotes, then every backslash of a value doubled; % starts a field code.
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
    "Comment=A control room for coding agents",
    `Exec="${quoted}" --hidden`,
    "Terminal=false",
    "StartupNotify=false",
    "X-GNOME-Autostart-enabled=true",
    "",
  ].join("\n");
}
