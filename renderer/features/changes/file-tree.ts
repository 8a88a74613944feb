import type { ChangedFile } from "../../../server/domains/review/changes/model.ts";
import { totalsOf } from "./view-model.ts";

export interface FolderNode {
  kind: "folder";
  /** From the root, without a trailing slash. */
  path: string;
  /** Folders that hold only one folder are merged: `src/app`. */
  name: string;
  additions: number;
  deletions: number;
  /** The number of files at any depth. */
  count: number;
  children: readonly TreeNode[];
}

interface FileNode {
  kind: "file";
  path: string;
  name: string;
  file: ChangedFile;
}

export type TreeNode = FolderNode | FileNode;

/** The changed files in their folders: folders first, sorted by name. */
export const fileTree = (files: readonly ChangedFile[]): TreeNode[] => nodesIn(files, "");

function nodesIn(files: readonly ChangedFile[], folder: string): TreeNode[] {
  const start = folder === "" ? 0 : folder.length + 1;
  const folders = new Map<string, ChangedFile[]>();
  const here: FileNode[] = [];
  for (const file of files) {
    const cut = file.path.indexOf("/", start);
    if (cut < 0) here.push({ kind: "file", path: file.path, name: file.path.slice(start), file });
    else {
      const path = file.path.slice(0, cut);
      folders.set(path, [...(folders.get(path) ?? []), file]);
    }
  }
  const nested = [...folders].map(([path, inside]) => folderNode(path, inside, start));
  return [...nested.toSorted(byName), ...here.toSorted(byName)];
}

function folderNode(path: string, files: readonly ChangedFile[], start: number): FolderNode {
  const children = nodesIn(files, path);
  const [only] = children;
  if (children.length === 1 && only?.kind === "folder") return { ...only, name: only.path.slice(start) };
  return {
    kind: "folder",
    path,
    name: path.slice(start),
    ...totalsOf(files),
    count: files.length,
    children,
  };
}

const byName = (a: TreeNode, b: TreeNode): number => a.name.localeCompare(b.name, "en", { numeric: true });

/** The files in the order of the tree. */
export const inTreeOrder = (nodes: readonly TreeNode[]): ChangedFile[] =>
  nodes.flatMap((node) => (node.kind === "file" ? [node.file] : inTreeOrder(node.children)));

/** A row of the rendered tree. */
export interface TreeRow {
  node: TreeNode;
  /** From 1. */
  level: number;
  /** Among its siblings, from 1. */
  position: number;
  siblings: number;
  /** The position of the folder's row; -1 at the root. */
  parent: number;
}

/** The visible rows: everything outside collapsed folders. */
export function treeRows(nodes: readonly TreeNode[], folded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (within: readonly TreeNode[], level: number, parent: number): void => {
    within.forEach((node, at) => {
      const row = rows.push({ node, level, position: at + 1, siblings: within.length, parent }) - 1;
      if (node.kind === "folder" && !folded.has(node.path)) add(node.children, level + 1, row);
    });
  };
  add(nodes, 1, -1);
  return rows;
}

/** All folders at any depth. */
export const foldersOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => (node.kind === "folder" ? [node.path, ...foldersOf(node.children)] : []));

export type TreeMove = { kind: "focus"; row: number } | { kind: "fold" | "open"; path: string };

/** What a key does in a tree (ARIA practices, tree view); null if nothing. */
export function treeMove(rows: readonly TreeRow[], at: number, key: string): TreeMove | null {
  const row = rows[at];
  if (!row) return null;
  const { node, parent } = row;
  const to = (target: number): TreeMove | null => (rows[target] ? { kind: "focus", row: target } : null);
  const isOpen = rows[at + 1]?.parent === at;
  switch (key) {
    case "ArrowDown":
      return to(at + 1);
    case "ArrowUp":
      return to(at - 1);
    case "Home":
      return to(0);
    case "End":
      return to(rows.length - 1);
    case "ArrowRight":
      if (node.kind === "file") return null;
      return isOpen ? to(at + 1) : { kind: "open", path: node.path };
    case "ArrowLeft":
      return node.kind === "folder" && isOpen ? { kind: "fold", path: node.path } : to(parent);
    default:
      return moveToLetter(rows, at, key);
  }
}

/** A letter moves to the next row that starts with it. */
function moveToLetter(rows: readonly TreeRow[], at: number, key: string): TreeMove | null {
  if (!/^\S$/u.test(key)) return null;
  const begins = ({ node }: TreeRow): boolean => node.name.toLowerCase().startsWith(key.toLowerCase());
  const next = rows.findIndex((row, position) => position > at && begins(row));
  const row = next < 0 ? rows.findIndex(begins) : next;
  return row < 0 ? null : { kind: "focus", row };
}
