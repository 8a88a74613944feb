import { tabIdKey } from "./storage-keys.ts";

/** A page that is loaded again lets go of its name only when it is gone. */
const lockTimeoutMs = 500;

let own: string | undefined;
let claimed: Promise<void> | undefined;

const createId = (): string => Math.random().toString(36).slice(2, 10);

/** Names this tab of the browser for as long as it is open, over reloads; of the page alone where storage is switched off. */
export function tabId(): string {
  own ??= readOrCreate();
  return own;
}

/** Resolves once no other tab has this one's name: a tab that is duplicated begins with a copy of the other's storage. */
export function claimTabId(): Promise<void> {
  claimed ??= claim();
  return claimed;
}

async function claim(): Promise<void> {
  // Pages that came unencrypted from another machine have no locks.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks || (await holdLock(locks, tabId()))) return;
  own = keep(createId());
  await holdLock(locks, own);
}

/** Whether the name is this tab's now, until its page is gone. */
const holdLock = (locks: LockManager, id: string): Promise<boolean> =>
  new Promise((resolve) => {
    const waiting = new AbortController();
    const giveUp = (): void => waiting.abort();
    // A busy page hears late that the name is its own, but before it hears the answer to what it asks then.
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
    // The name lasts as long as the page then.
  }
  return id;
}
