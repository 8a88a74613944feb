import { create } from "zustand";

/** The board as it was last shown: its address, and the sessions in their order. */
interface LeftBoard {
  search: Readonly<Record<string, string | boolean | undefined>>;
  order: readonly number[];
  /** Those of them that were archived, which a view may show. */
  archived: readonly number[];
}

export const useLeftBoard = create<LeftBoard>()(() => ({ search: {}, order: [], archived: [] }));

export const rememberBoard = (board: LeftBoard): void => useLeftBoard.setState(board);

/** Where the way back from a session leads. */
export const boardAsLeft = (): LeftBoard["search"] => useLeftBoard.getState().search;

/**
 * The next or previous session that is still open, in the order of the board as it was left; in that of all open sessions if
 * the session was not on it. Undefined at the ends.
 */
export function neighborOf(
  id: number,
  step: 1 | -1,
  of: Pick<LeftBoard, "order" | "archived"> & { open: readonly number[] },
): number | undefined {
  const order = of.order.includes(id) ? of.order : of.open;
  const at = order.indexOf(id);
  if (at < 0) return of.open[0];
  const open = new Set([...of.open, ...of.archived]);
  const further = step === 1 ? order.slice(at + 1) : order.slice(0, at).reverse();
  return further.find((each) => open.has(each));
}
