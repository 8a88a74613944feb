/**
 * A desktop entry that starts `program` hidden when the person signs in, or null for a path that cannot be written in one.
 * Within quotes the specification wants ", `, $ and \ escaped, then every backslash of a value doubled; % begins a code.
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
