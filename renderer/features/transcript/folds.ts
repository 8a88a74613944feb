/** Show are folded out. `all` is what was asked for the whole transcript; `turned` are those that differ. */
export interface Folds {
  all: boolean | null;
  turned: ReadonlySet<string>;
}

export const noFolds: Folds = { all: null, turned: new Set() };

interface Entry {
  key: string;
  /** Folded out unless somebody folds it in. */
  opensItself: boolean;
}

/** Whether an entry is folded out. */
export const isOpen = ({ all, turned }: Folds, { key, opensItself }: Entry): boolean =>
  (all ?? opensItself) !== turned.has(key);

export function flipFold(folds: Folds, key: string): Folds {
  const turned = new Set(folds.turned);
  if (!turned.delete(key)) turned.add(key);
  return { ...folds, turned };
}

/** Everything out, or everything in. */
export const foldAll = (open: boolean): Folds => ({ all: open, turned: new Set() });
