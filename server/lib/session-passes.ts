import { randomBytes } from "node:crypto";

/** Whose programs may reach the service, and as part of what. */
export interface PassHolder {
  sessionId: number;
  /** Null if they belong to no turn. */
  turnId: number | null;
}

/** Lets programs in as their session, until it is closed. */
export interface SessionPass extends PassHolder {
  /** The tokens of the holder are derived from it. It is in memory only, so that no token outlives this process. */
  readonly secret: Buffer;
  /** Calling it twice is harmless. */
  close(): void;
}

/** The passes that are open: one for each turn that runs. */
export interface SessionPasses {
  open(holder: PassHolder): SessionPass;
  /** Those of a session, newest first. */
  of(sessionId: number): readonly SessionPass[];
}

export function sessionPasses(): SessionPasses {
  const open = new Set<SessionPass>();
  return {
    open(holder) {
      const pass: SessionPass = {
        ...holder,
        secret: randomBytes(32),
        close: () => void open.delete(pass),
      };
      open.add(pass);
      return pass;
    },
    of: (sessionId) => [...open].filter((pass) => pass.sessionId === sessionId).reverse(),
  };
}
