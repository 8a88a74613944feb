import type { RepositoryTrust, StoredTrust } from "./model.ts";

/** Ports that a URL means without saying so. */
const usualPorts: Readonly<Record<string, string>> = { https: "443", ssh: "22" };

/**
 * One name for every way to write a repository's URL. The ways that prove who answers, https and ssh, share it:
 * `github.com/owner/name`. Plain http and git do not, nor does an ssh user other than `git`, whose paths are its own.
 */
export function repositoryAddress(gitRoot: string): string {
  const url = gitRoot.trim();
  const withScheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/]*)(.*)$/.exec(url);
  if (withScheme) {
    const [, scheme = "", authority = "", path = ""] = withScheme;
    return addressOfUrl(scheme.toLowerCase(), { authority, path });
  }
  const scpLike = /^([^\s/:@]+)@([^\s/:]+|\[[^\s/\]]+\]):(.+)$/.exec(url);
  if (!scpLike) return withoutEnd(url);
  const [, user = "", host = "", path = ""] = scpLike;
  return user === "git" ? hosted(host, path) : `${user}@${host.toLowerCase()}:${withoutEnd(path)}`;
}

function addressOfUrl(scheme: string, { authority, path }: { authority: string; path: string }): string {
  if (scheme === "file") return withoutEnd(decoded(path));
  const at = authority.lastIndexOf("@");
  const user = at === -1 ? "" : authority.slice(0, at);
  const host = authority.slice(at + 1);
  const usual = usualPorts[scheme];
  if (usual === undefined) return `${scheme}://${hosted(host, path)}`;
  const plain = hosted(host.endsWith(`:${usual}`) ? host.slice(0, -usual.length - 1) : host, path);
  return scheme === "ssh" && user !== "" && user !== "git" ? `ssh://${user}@${plain}` : plain;
}

const hosted = (host: string, path: string): string =>
  `${host.toLowerCase()}/${withoutEnd(decoded(path))
    .replace(/^\/+/, "")
    .replace(/\.git$/, "")}`;

const withoutEnd = (path: string): string => path.replace(/(?<=[^/\\])[/\\]+$/, "");

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export interface TrustDecision extends Pick<RepositoryTrust, "trusted" | "by" | "person"> {
  at: number | null;
}

/** A person's last decision goes before the catalog, whose roots are trusted by being in it. */
export function decideTrust(stored: StoredTrust | undefined, inCatalog: boolean): TrustDecision {
  if (stored?.revokedAt != null)
    return { trusted: false, by: "person", person: stored.revokedBy, at: stored.revokedAt };
  if (stored?.trustedAt != null)
    return { trusted: true, by: "person", person: stored.trustedBy, at: stored.trustedAt };
  return { trusted: inCatalog, by: inCatalog ? "catalog" : "nobody", person: null, at: null };
}
