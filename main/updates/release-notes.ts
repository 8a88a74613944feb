const lengthLimit = 1_500;
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};

/** Converts release notes from HTML to plain text of a length that fits a dialog. */
export function releaseNotesText(
  notes: string | readonly { note: string | null }[] | null | undefined,
): string {
  const html = typeof notes === "string" ? notes : (notes ?? []).map(({ note }) => note ?? "").join("\n\n");
  const text = html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, "")
    .replace(/<li\b[^>]*>/gi, "\n- ")
    .replace(/<(?:br|\/p|\/h[1-6]|\/ul|\/ol|\/div)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*(?:>|$)/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/[ \t]+/g, " ")
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return text.length > lengthLimit ? `${text.slice(0, lengthLimit - 1).trimEnd()}…` : text;
}
