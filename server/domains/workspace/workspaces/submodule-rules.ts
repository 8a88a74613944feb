import { parseGitSource } from "../../../lib/git-source-rules.ts";

/** What `.gitmodules` says of a folder in which the commit has another repository. */
export interface Submodule {
  name: string;
  path: string;
  url: string;
}

const soundName = /^(?!-)(?!.*(?:^|\/)\.\.(?:\/|$))[^\p{Cc}\\]+$/u;

/**
 * Those of the commit that `.gitmodules` describes, from what `git config -z --get-regexp` prints of it; `links` are the paths
 * in which the commit has another repository. Whatever else the file says has no effect.
 */
export function submodulesIn(listed: string, links: readonly string[]): Submodule[] {
  const byName = new Map<string, { path?: string; url?: string }>();
  for (const entry of listed.split("\0")) {
    const [, name, key] = /^submodule\.(.+)\.(path|url)\n/s.exec(entry) ?? [];
    if (name === undefined || (key !== "path" && key !== "url")) continue;
    byName.set(name, { ...byName.get(name), [key]: entry.slice(entry.indexOf("\n") + 1) });
  }
  return [...byName].flatMap(([name, { path, url }]) =>
    path !== undefined && url !== undefined && links.includes(path) && soundName.test(name)
      ? [{ name, path, url }]
      : [],
  );
}

/** The paths of other repositories in what `git ls-files --stage -z` prints. */
export const linksIn = (listed: string): string[] =>
  listed.split("\0").flatMap((entry) => /^160000 \S+ 0\t(.+)$/s.exec(entry)?.[1] ?? []);

export const isRelative = (url: string): boolean => /^\.\.?\//.test(url);

/** Where a relative URL of `.gitmodules` leads from the repository's own, as git reads it; null if it leads nowhere. */
export function resolvedAddress(url: string, base: string): string | null {
  if (!isRelative(url)) return url;
  let at = base.replace(/\/+$/, "");
  let rest = url;
  for (;;) {
    if (rest.startsWith("./")) rest = rest.slice(2);
    else if (rest.startsWith("../")) {
      rest = rest.slice(3);
      const cut = Math.max(at.lastIndexOf("/"), /^[^/]+:[^/]*$/.test(at) ? at.lastIndexOf(":") : -1);
      const isHost = /^[a-z][a-z\d+.-]*:\/\/[^/]*$/i.test(at);
      if (cut < 0 || isHost) return null;
      at = at[cut] === ":" ? at.slice(0, cut + 1) : at.slice(0, cut);
    } else break;
  }
  return at.endsWith(":") ? `${at}${rest}` : `${at}/${rest}`;
}

/** Whether git may fetch from it: by an ordinary transport, from another machine, with nothing that reads as an option. */
export const isRemoteAddress = (address: string): boolean =>
  parseGitSource({ gitRoot: address }).ok &&
  !address.startsWith("/") &&
  !/^(?:file:|[A-Za-z]:[\\/])/i.test(address);
