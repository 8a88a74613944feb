import { readStored, storageKeys, writeStored } from "../../../lib/storage-keys.ts";
import { type BoardSearch, readBoardSearch, storedPart } from "./board-search.ts";

/** How the board was looked at on the last visit; null where the address says it, or where there is nothing to say. */
export function storedSearch(search: BoardSearch): BoardSearch | null {
  if (Object.keys(search).length > 0) return null;
  const kept = readBoardSearch(readStored(storageKeys.boardFilters));
  return Object.keys(kept).length === 0 ? null : kept;
}

export const storeSearch = (search: BoardSearch): void =>
  void writeStored(storageKeys.boardFilters, storedPart(search) as Record<string, string | boolean>);
