import { useCallback, useState } from "react";
import type { ChangedFile } from "../../../server/domains/review/changes/model.ts";

/** Which files are open. It survives a reload of the changes. */
export function useOpenFiles(atFirst: () => ReadonlySet<string>) {
  const [open, setOpen] = useState(atFirst);
  return {
    isOpen: ({ path }: ChangedFile): boolean => open.has(path),
    open: useCallback((path: string): void => setOpen((before) => new Set(before).add(path)), []),
    fold: useCallback((path: string): void => setOpen((before) => without(before, path)), []),
    toggle: (path: string): void => setOpen((before) => flipped(before, path)),
    openAll: (shown: readonly ChangedFile[]): void => setOpen(new Set(shown.map(({ path }) => path))),
    foldAll: (): void => setOpen(new Set()),
  };
}

const without = (open: ReadonlySet<string>, path: string): ReadonlySet<string> =>
  new Set([...open].filter((one) => one !== path));

const flipped = (open: ReadonlySet<string>, path: string): ReadonlySet<string> =>
  open.has(path) ? without(open, path) : new Set(open).add(path);
