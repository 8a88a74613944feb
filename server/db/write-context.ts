import { AsyncLocalStorage } from "node:async_hooks";

/** Follows the transactions of one request, also those that it begins after waiting for something. */
export interface WriteContext {
  /** False once the request was answered; what it started may go on. */
  isOpen(): boolean;
  /** Runs the work of an outermost transaction, inside of it. */
  around<T>(work: () => T): T;
}

const storage = new AsyncLocalStorage<WriteContext>();

export function currentWriteContext(): WriteContext | undefined {
  const context = storage.getStore();
  return context?.isOpen() === true ? context : undefined;
}

export const runInWriteContext = <T>(context: WriteContext, work: () => T): T => storage.run(context, work);
