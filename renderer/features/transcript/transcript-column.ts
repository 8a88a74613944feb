/** How wide a transcript is drawn, and where. */
export const transcriptColumn = "mx-auto w-full max-w-3xl px-3 md:px-6";
