import { AsyncLocalStorage } from "node:async_hooks";

/** Follows the transactions of one request, also those that it begins after waiting for something. */
export interface WriteContext {
  /** False once the request was answered; what it started may go on. */
  isOpen(): boolean;
  /** Runs the work of an outermost transaction, inside of it. */
  around<T>(work: () => T): T;
  /** Runs work that only prepares the write. */
  preparing<T>(work: () => T): T;
}

const storage = new AsyncLocalStorage<WriteContext>();

export function currentWriteContext(): WriteContext | undefined {
  const context = storage.getStore();
  return context?.isOpen() === true ? context : undefined;
}

export const runInWriteContext = <T>(context: WriteContext, work: () => T): T => storage.run(context, work);

/**
 * Stores what undoes itself if the service dies before the write that it prepares, such as a job that removes a half-made
 * copy. A request that is repeated after that has not been carried out.
 */
export function prepareWrite<T>(work: () => T): T {
  const context = currentWriteContext();
  return context === undefined ? work() : context.preparing(work);
}
