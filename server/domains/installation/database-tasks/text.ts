const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

export const text = {
  sound: "Every page is sound",
  lost: (count: number): string => `Every page is sound, but transcript lines of ${count} sessions are lost`,
  damaged: (problem: string): string => `The database is damaged: ${problem}`,
  emptied: (before: number, after: number): string =>
    `Checkpointed: the log shrank from ${megabytes(before)} to ${megabytes(after)}`,
  busy: "The database was read the whole time, so the checkpoint did not finish; try again later",
  gaveBack: (bytes: number): string =>
    bytes === 0 ? "There was nothing to compact" : `${megabytes(bytes)} freed`,
  failed: (problem: string): string => `It failed: ${problem}`,
  cannotShorten:
    "An older version made this database, and it is too large to be rewritten at the start. Its free pages are used again, but the file cannot become shorter",
};
