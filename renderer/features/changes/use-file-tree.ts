import { type RefObject, useCallback, useMemo, useState } from "react";
import type { ChangedFile } from "../../../server/domains/review/changes/model.ts";
import { fileTree, foldersOf, inTreeOrder } from "./file-tree.ts";
import type { Comment } from "./review.ts";

/** How many comments each file has. */
export function commentCounts(comments: readonly Comment[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of comments) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

/** The tree of the shown files, its collapsed folders, and how to go to a file's card. */
export function useFileTree(
  shown: readonly ChangedFile[],
  { cards, open }: { cards: RefObject<HTMLElement | null>; open(path: string): void },
) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const nodes = useMemo(() => fileTree(shown), [shown]);
  const files = useMemo(() => inTreeOrder(nodes), [nodes]);
  const fold = useCallback(
    (path: string): void =>
      setFolded((before) => {
        const next = new Set(before);
        if (!next.delete(path)) next.add(path);
        return next;
      }),
    [],
  );
  const goTo = useCallback(
    (path: string, byKey: boolean): void => {
      open(path);
      const card = cards.current?.querySelector<HTMLElement>(`[data-file="${CSS.escape(path)}"]`);
      card?.scrollIntoView({ block: "start" });
      if (byKey) card?.querySelector("button")?.focus({ preventScroll: true });
    },
    [cards, open],
  );
  return {
    nodes,
    files,
    folded,
    fold,
    goTo,
    foldAll: (): void => setFolded(new Set(foldersOf(nodes))),
    openAll: (): void => setFolded(new Set()),
  };
}
