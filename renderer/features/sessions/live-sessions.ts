import { newestKnown } from "./newest-known.ts";

/** The board's one record: queries read through it, the stream writes into it. */
export const liveSessions = newestKnown();
