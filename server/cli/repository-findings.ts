import { join } from "node:path";
import type { Sql } from "../db/open.ts";
import { readDatabase } from "../db/read-only.ts";
import { repositorySettingsOfOpenSessions } from "../domains/sessions/sessions/queries.ts";
import { decideTrust, repositoryAddress } from "../domains/workspace/trust/index.ts";
import { storedTrust } from "../domains/workspace/trust/queries.ts";
import { exists } from "../lib/exists.ts";
import type { Settings } from "../settings.ts";
import { text } from "./text.ts";

/** One line on what is trusted, and one for each repository whose own settings are left out. */
export async function repositoryFindings(
  { dataFolder }: Pick<Settings, "dataFolder">,
  urls: readonly string[],
): Promise<string[]> {
  const file = join(dataFolder, "signalbox.db");
  if (!(await exists(file))) return [];
  try {
    return readDatabase(file, (sql) => lines(sql, urls));
  } catch {
    return []; // A database of another version, which its own service explains.
  }
}

function lines(sql: Sql, urls: readonly string[]): string[] {
  const stored = storedTrust(sql);
  const inCatalog = new Set(urls.map(repositoryAddress));
  const isTrusted = (address: string): boolean =>
    decideTrust(stored.get(address), inCatalog.has(address)).trusted;
  const leftOut = new Map<string, Set<string>>();
  for (const { gitRoot, settings } of repositorySettingsOfOpenSessions(sql)) {
    const address = repositoryAddress(gitRoot);
    if (isTrusted(address)) continue;
    leftOut.set(address, new Set([...(leftOut.get(address) ?? []), ...settings]));
  }
  const trusted = [...new Set([...stored.keys(), ...inCatalog])].filter(isTrusted).toSorted();
  return [
    text.doctor.trusted(trusted),
    ...[...leftOut].map(([address, settings]) => text.doctor.leftOut(address, [...settings])),
  ];
}
