/** Keys of entries that are folded out. */
export type Folds = ReadonlySet<string>;

export function flipFold(folds: Folds, key: string): Folds {
  const flipped = new Set(folds);
  if (!flipped.delete(key)) flipped.add(key);
  return flipped;
}
