/** The width and place of the transcript. */
export const transcriptColumn = "mx-auto w-full max-w-3xl px-3 md:px-6";

/** The height of the bar that names the turn, which can cover the top. */
export const readingBarPx = 32;
