import { setImmediate as nextTurn } from "node:timers/promises";

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves when it is a caller's turn to start a process, one in each turn of the event loop. Starting one copies the page
 * tables of this one and waits until the child runs, so that several in a row would keep requests from being answered.
 */
export function spawnTurn(): Promise<void> {
  const turn = last.then(() => nextTurn());
  last = turn;
  return turn.then(() => {});
}
