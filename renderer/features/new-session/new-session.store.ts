import { create } from "zustand";

/** What the composer for a new session begins with. */
export interface NewSessionStart {
  /** The id of a session whose settings it takes. */
  from?: string;
  /** A prompt that was begun elsewhere, such as in the quick router. */
  prompt?: string;
}

interface Composing {
  /** Null while the composer is closed. */
  start: NewSessionStart | null;
  /** The letters typed before the form was there to take them. */
  typed: string;
  isReady: boolean;
}

const closed: Composing = { start: null, typed: "", isReady: false };

/** The composer for a new session, which lies over whatever page is open. */
export const useNewSession = create<Composing>()(() => closed);

const isSame = (one: NewSessionStart, other: NewSessionStart): boolean =>
  one.from === other.from && one.prompt === other.prompt;

/** Opens the composer. If it is open already with the same, it stays as it is. */
export const openNewSession = (start: NewSessionStart = {}): void =>
  useNewSession.setState((now) =>
    now.start !== null && isSame(now.start, start) ? now : { ...closed, start },
  );
export const closeNewSession = (): void => useNewSession.setState(closed);

/** The draft that was discarded last, until something else is written. */
export const useDiscarded = create<{ draft: string }>()(() => ({ draft: "" }));

export const keepDiscarded = (draft: string): void => useDiscarded.setState({ draft });

export const setTypedAhead = (typed: string): void => useNewSession.setState({ typed });

/** The form will not be there: what stands in its place gets the keys. What was typed is kept. */
export const stopTypingAhead = (): void => useNewSession.setState({ isReady: true });

/** Hands over what was typed ahead; from here on the form gets the keys itself. */
export function takeTypedAhead(): string {
  const { typed } = useNewSession.getState();
  useNewSession.setState({ typed: "", isReady: true });
  return typed;
}

/** What the address of a new session asks for. */
export function readNewSessionSearch({ from, prompt }: Record<string, unknown>): NewSessionStart {
  return {
    ...(/^\d{1,15}$/.test(String(from)) && { from: String(from) }),
    ...((typeof prompt === "string" || typeof prompt === "number") && { prompt: String(prompt) }),
  };
}

export const newSessionPath = "/sessions/new";

/** What a path of the board asks of the composer; null if it is the path of another page. */
export function newSessionAt(path: string): NewSessionStart | null {
  const { pathname, searchParams } = new URL(path, location.origin);
  return pathname === newSessionPath ? readNewSessionSearch(Object.fromEntries(searchParams)) : null;
}
