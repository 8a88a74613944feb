/** Which entries are expanded: `all` applies to the whole transcript, `turned` are the exceptions. */
export interface Folds {
  all: boolean | null;
  turned: ReadonlySet<string>;
}

export const noFolds: Folds = { all: null, turned: new Set() };

interface Entry {
  key: string;
  /** Expanded by default. */
  isOpenAtFirst: boolean;
}

/** Whether an entry is expanded. */
export const isOpen = ({ all, turned }: Folds, { key, isOpenAtFirst }: Entry): boolean =>
  (all ?? isOpenAtFirst) !== turned.has(key);

export function flipFold(folds: Folds, key: string): Folds {
  const turned = new Set(folds.turned);
  if (!turned.delete(key)) turned.add(key);
  return { ...folds, turned };
}

/** Expands or collapses everything. */
export const foldAll = (open: boolean): Folds => ({ all: open, turned: new Set() });
