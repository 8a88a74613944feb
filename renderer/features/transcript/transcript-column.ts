/** How wide a transcript is drawn, and where. */
export const transcriptColumn = "mx-auto w-full max-w-3xl px-3 md:px-6";

/** So much of its top may be under the bar that names the turn. */
export const readingBarPx = 32;
