import { tabIdKey } from "./storage-keys.ts";

/** A reloaded page releases its lock only once the old page is gone. */
const lockTimeoutMs = 500;

let own: string | undefined;
let claimed: Promise<void> | undefined;

const createId = (): string => Math.random().toString(36).slice(2, 10);

/** An id of this browser tab that survives reloads; without storage, an id of this page. */
export function tabId(): string {
  own ??= readOrCreate();
  return own;
}

/** Resolves once this tab's id is unique: a duplicated tab starts with a copy of the other tab's storage. */
export function claimTabId(): Promise<void> {
  claimed ??= claim();
  return claimed;
}

async function claim(): Promise<void> {
  // Pages served over HTTP from another machine have no locks.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks || (await holdLock(locks, tabId()))) return;
  own = keep(createId());
  await holdLock(locks, own);
}

/** Whether this tab holds the id's lock now; it keeps it until the page is gone. */
const holdLock = (locks: LockManager, id: string): Promise<boolean> =>
  new Promise((resolve) => {
    const waiting = new AbortController();
    const giveUp = (): void => waiting.abort();
    // A busy page may be notified late of its lock, but always before the answer to this query.
    const timer = setTimeout(() => void locks.query().then(giveUp, giveUp), lockTimeoutMs);
    const untilGone = (): Promise<never> => {
      clearTimeout(timer);
      resolve(true);
      return new Promise(() => {});
    };
    locks.request(`${tabIdKey}.${id}`, { signal: waiting.signal }, untilGone).catch(() => resolve(false));
  });

function readOrCreate(): string {
  try {
    const kept = sessionStorage.getItem(tabIdKey);
    return kept !== null && /^\w{1,20}$/.test(kept) ? kept : keep(createId());
  } catch {
    return createId();
  }
}

function keep(id: string): string {
  try {
    sessionStorage.setItem(tabIdKey, id);
  } catch {
    // Without storage the id lasts as long as the page.
  }
  return id;
}
