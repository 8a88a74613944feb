/** The words of the banner about disk space. */
export const text = {
  low: (missing: string, free: string) =>
    `New work waits for disk space: ${missing} more must be free (${free} are free now)`,
  open: "See what can be deleted",
};
