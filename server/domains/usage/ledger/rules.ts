/** What a call in a session's clone is attributed to. */
export interface CloneOwner {
  sessionId: number;
  agentRoot: string | null;
}

/** The session whose clone is at this path, if there is one. */
export type CloneLookup = (path: string) => CloneOwner | undefined;

/** Whose clone a folder is in (R181); undefined outside of all clones. */
export function ownerOfFolder(folder: string | null, cloneAt: CloneLookup): CloneOwner | undefined {
  if (folder === null) return undefined;
  for (let path = folder; path !== ""; path = path.slice(0, Math.max(0, path.search(/[/\\][^/\\]*$/)))) {
    const owner = cloneAt(path);
    if (owner) return owner;
  }
  return undefined;
}

/** A file as it is on the disk. */
export interface FoundFile {
  path: string;
  runtime: string;
  identity: string;
  size: number;
  changedAt: number;
}

/** What is known of a file that was read before. */
export interface KnownFile {
  identity: string;
  size: number;
  changedAt: number;
  offset: number;
  ended: boolean;
}

/** From where a file is read on: another file of that name, and one that shrank, from the start. Null if nothing is new. */
export function readFrom(found: FoundFile, known: KnownFile | undefined): number | null {
  if (known === undefined || known.identity !== found.identity || found.size < known.offset) return 0;
  const isSame = known.size === found.size && known.changedAt === found.changedAt;
  return isSame && known.ended ? null : known.offset;
}

/** The share of a pass that is done, in whole percent. */
export function progressOf(done: number, total: number | null): number {
  if (total === null) return 0;
  return total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100));
}
