/** What a commit has in place of a file in Git LFS. */
export interface LfsPointer {
  /** SHA-256 of the file, hex. */
  oid: string;
  /** In bytes. */
  size: number;
}

/** By the specification of Git LFS. */
export const largestPointer = 1_024;

/** Null for any other text. */
export function readPointer(text: string): LfsPointer | null {
  if (!text.startsWith("version https://git-lfs.github.com/spec/v1\n")) return null;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
  const size = /^size (\d{1,15})$/m.exec(text)?.[1];
  return oid === undefined || size === undefined ? null : { oid, size: Number(size) };
}
