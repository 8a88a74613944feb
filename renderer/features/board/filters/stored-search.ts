import { readStored, storageKeys, writeStored } from "../../../lib/storage-keys.ts";
import { type BoardSearch, readBoardSearch, storedPart } from "./board-search.ts";

/** The filters of the last visit; null if the address has its own or none are stored. */
export function storedSearch(search: BoardSearch): BoardSearch | null {
  if (Object.keys(search).length > 0) return null;
  const stored = readBoardSearch(readStored(storageKeys.boardFilters));
  return Object.keys(stored).length === 0 ? null : stored;
}

export const storeSearch = (search: BoardSearch): void =>
  void writeStored(storageKeys.boardFilters, storedPart(search) as Record<string, string | boolean>);
