import { useCallback, useState } from "react";
import type { ChangedFile } from "../../../server/domains/repositories/changes/model.ts";
import { initiallyOpen } from "./view-model.ts";

/** Which files are open. It survives a reload of the changes. */
export function useOpenFiles(files: readonly ChangedFile[]) {
  const [open, setOpen] = useState(() => initiallyOpen(files));
  return {
    isOpen: ({ path }: ChangedFile): boolean => open.has(path),
    open: useCallback((path: string): void => setOpen((before) => new Set(before).add(path)), []),
    toggle: (path: string): void => setOpen((before) => flipped(before, path)),
    openAll: (shown: readonly ChangedFile[]): void => setOpen(new Set(shown.map(({ path }) => path))),
    foldAll: (): void => setOpen(new Set()),
  };
}

function flipped(open: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const next = new Set(open);
  if (!next.delete(path)) next.add(path);
  return next;
}
