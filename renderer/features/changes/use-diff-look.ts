import { create } from "zustand";
import type { Whitespace } from "../../../server/domains/repositories/changes/model.ts";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import type { DiffLook } from "./DiffTable.tsx";

interface Look {
  look: DiffLook;
  whitespace: Whitespace;
  /** Where nothing is chosen, there is a tree where there is room beside it. */
  tree: "where_room" | "shown" | "hidden";
}

const useLook = create<Look>()(() => ({
  look: readStored(storageKeys.diffView),
  whitespace: readStored(storageKeys.diffWhitespace),
  tree: readStored(storageKeys.diffTree),
}));

export function chooseLook(look: DiffLook): void {
  useLook.setState({ look });
  writeStored(storageKeys.diffView, look);
}

export function chooseWhitespace(whitespace: Whitespace): void {
  useLook.setState({ whitespace });
  writeStored(storageKeys.diffWhitespace, whitespace);
}

export function chooseTree(tree: "shown" | "hidden"): void {
  useLook.setState({ tree });
  writeStored(storageKeys.diffTree, tree);
}

/** Diff view, as it was chosen last; `roomForTwo`: for two columns side by side, and for the tree. */
export function useDiffLook() {
  const { tree, ...chosen } = useLook();
  const roomForTwo = useMediaQuery("(min-width: 900px)");
  return { ...chosen, roomForTwo, treeShown: tree === "shown" || (tree === "where_room" && roomForTwo) };
}
