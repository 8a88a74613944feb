/** Whether a path is ignored. It is relative to the folder of the .gitignore and uses `/` as separator. */
export type Ignores = (relativePath: string, isFolder: boolean) => boolean;

interface Rule {
  pattern: RegExp;
  negated: boolean;
  foldersOnly: boolean;
}

/** The rules of one .gitignore; the last one that matches decides. */
export function parseGitignore(text: string): Ignores {
  const rules = text.split(/\r?\n/).flatMap(parseLine);
  return (relativePath, isFolder) =>
    rules.findLast(({ pattern, foldersOnly }) => (isFolder || !foldersOnly) && pattern.test(relativePath))
      ?.negated === false;
}

function parseLine(line: string): Rule[] {
  const trimmed = line.trimEnd();
  if (trimmed === "" || trimmed.startsWith("#")) return [];
  const negated = trimmed.startsWith("!");
  const glob = trimmed.replace(/^!/, "").replace(/^\\(?=[#!])/, "");
  const foldersOnly = glob.endsWith("/");
  const body = glob.replace(/\/$/, "");
  const anchored = body.includes("/");
  const pattern = new RegExp(`^${anchored ? "" : "(?:.*/)?"}${globSource(body.replace(/^\//, ""))}$`);
  return [{ pattern, negated, foldersOnly }];
}

function globSource(glob: string): string {
  return glob
    .split(/(\*\*\/|\/\*\*$|\*+|\?)/)
    .map((part) => {
      if (part === "**/") return "(?:.*/)?";
      if (part === "/**") return "/.*";
      if (part === "?") return "[^/]";
      if (/^\*+$/.test(part)) return "[^/]*";
      return part.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
}
