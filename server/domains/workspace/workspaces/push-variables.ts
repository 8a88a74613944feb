import { pathToFileURL } from "node:url";
import { localPath } from "./rules.ts";

/** Where the service takes a session's pushes, and what they have to carry. */
export interface PushAddress {
  url: string;
  /** The value of the Authorization header. */
  authorization: string;
}

/**
 * Variables that make git send pushes to the service, in an environment of an agent whose clone was made from a repository on
 * this machine; none for a repository elsewhere. `further` settings of git come with them. The clone's remote stays as it is, so fetches read the repository itself.
 */
export function pushVariables(
  inherited: Readonly<Record<string, string | undefined>>,
  { gitRoot, address }: { gitRoot: string; address: PushAddress },
  further: readonly [key: string, value: string][] = [],
): Record<string, string> {
  const settings = [...pushSettings(gitRoot, address), ...further];
  if (settings.length === 0) return {};
  const first = Math.max(0, Number.parseInt(inherited["GIT_CONFIG_COUNT"] ?? "0", 10) || 0);
  return {
    GIT_CONFIG_COUNT: String(first + settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${first + at}`, key],
        [`GIT_CONFIG_VALUE_${first + at}`, value],
      ]),
    ),
  };
}

function pushSettings(gitRoot: string, address: PushAddress): [key: string, value: string][] {
  const path = localPath(gitRoot);
  if (path === null) return [];
  const { url, authorization } = address;
  const plain = path.length > 1 ? path.replace(/\/+$/, "") : path;
  const spellings = new Set([gitRoot, plain, `file://${plain}`, pathToFileURL(plain).href]);
  return [
    ...[...spellings].map((spelling): [string, string] => [`url.${url}.pushInsteadOf`, spelling]),
    [`http.${url}.extraHeader`, `Authorization: ${authorization}`],
    [`http.${url}.proxy`, ""],
  ];
}
