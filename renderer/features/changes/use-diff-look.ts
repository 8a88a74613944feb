import { create } from "zustand";
import type { Whitespace } from "../../../server/domains/review/changes/model.ts";
import { readStored, storageKeys, writeStored } from "../../lib/storage-keys.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import type { DiffLook } from "./DiffTable.tsx";

interface Look {
  look: DiffLook;
  whitespace: Whitespace;
  /** By default, the tree is shown if there is room for it. */
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

/** The diff settings as last chosen. `roomForTwo`: the page fits two columns, or the tree beside the diff. */
export function useDiffLook() {
  const { tree, ...chosen } = useLook();
  const roomForTwo = useMediaQuery("(min-width: 900px)");
  return { ...chosen, roomForTwo, treeShown: tree === "shown" || (tree === "where_room" && roomForTwo) };
}
