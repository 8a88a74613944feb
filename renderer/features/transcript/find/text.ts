/** The words of the find box of the transcript. */
export const text = {
  label: "Find in the transcript",
  previous: "Previous match",
  next: "Next match",
  close: "Close search",
  failed: "Search failed",
  searching: "Searching",
  none: "No matches",
  found: (total: string) => `${total} found`,
  position: (position: string, total: string) => `${position} of ${total}`,
};
