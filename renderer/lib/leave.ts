import { forgetPageKey } from "./page-signer.ts";
import { forgetStoredAnswers } from "./stored-answers.ts";

let isLeaving = false;

/**
 * Leaves the board for good, when its sign-in has ended. What it kept is deleted first: at the address may be another program
 * by now. The first address counts, since whatever else the page asks for is refused from then on.
 */
export function leaveFor(address: string): void {
  if (isLeaving) return;
  isLeaving = true;
  void Promise.allSettled([forgetPageKey(), forgetStoredAnswers()]).then(() => location.assign(address));
}
