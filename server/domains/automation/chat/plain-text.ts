const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** What the chat platform shows for its own markup of links, channels and groups. Mentions of people keep their id. */
export const plainText = (marked: string): string =>
  marked
    .replace(/<([^<>]*)>/g, (whole, inner: string) => shown(inner) ?? whole)
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);

function shown(inner: string): string | null {
  const [target = "", label = ""] = inner.split(/\|(.*)/s);
  if (target.startsWith("@")) return `@${target.slice(1)}`;
  if (target.startsWith("#")) return `#${label === "" ? target.slice(1) : label}`;
  if (target.startsWith("!")) return `@${label === "" ? target.slice(1) : label.replace(/^@/, "")}`;
  if (!/^(?:https?:|mailto:)/.test(target)) return null;
  return label === "" || label === target ? target : `${label} (${target})`;
}
