/** What the configuration says of line ends; null for nothing. */
export interface LineEndSettings {
  autocrlf: string | null;
  eol: string | null;
}

/**
 * The line ends of a file as git checks it out where lines end in LF, in the words of `git ls-files --eol`; `stored` are those
 * that it has in the index, and `attributes` what the attributes say of it.
 */
export function decideCheckout(
  stored: string,
  { attributes, autocrlf, eol }: LineEndSettings & { attributes: string },
): string {
  if (stored !== "lf" || attributes === "-text" || attributes.includes("eol=lf")) return stored;
  if (attributes.includes("eol=crlf") || autocrlf === "true") return "crlf";
  return attributes.startsWith("text") && eol === "crlf" && autocrlf !== "input" ? "crlf" : stored;
}
