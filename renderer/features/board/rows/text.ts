/** The words of the rows of the board. */
export const text = {
  unread: "Unread",
  favorite: "Favorite",
  select: (title: string) => `Select “${title}”`,
  actions: (title: string) => `Actions for “${title}”`,
  addFavorite: (title: string) => `Add “${title}” to favorites`,
  removeFavorite: (title: string) => `Remove “${title}” from favorites`,
  startedBy: (count: number, title: string) =>
    `${count === 1 ? "1 session" : `${count} sessions`} started by “${title}”`,
  /** What a screen reader says after the name of a trigger. */
  folded: (count: number, states: string) => ` (${count} sessions: ${states})`,
  swipe: {
    archive: "Archive",
    snooze: "Snooze…",
  },
  chips: {
    hidden: "Hidden",
    snoozedUntil: (time: string) => `Snoozed until ${time}`,
    question: "Question",
    answer: "Answer",
    catalog: "Catalog",
    /** A wait that ends at a known time: before it, when it is reached, and when it has passed. */
    wake: { until: "Asleep until", due: "Waking now", overdue: "Wake-up overdue" },
    retry: { until: "Retries at", due: "Retrying now", overdue: "Retry overdue" },
    other: (label: string) => ({
      until: `${label}, until`,
      due: `${label}, due now`,
      overdue: `${label}, overdue`,
    }),
    at: (label: string, time: string) => `${label} ${time}`,
    since: (label: string, time: string) => `${label} since ${time}`,
  },
  order: {
    failed: "Could not change the order",
    retry: "Try again",
    undone: "Order restored",
    moved: (sessions: string, place: number, group: string) =>
      `Moved ${sessions} to place ${place} in ${group}`,
    movedToRank: (moved: string, rank: number) => `${moved}, rank ${rank}`,
  },
};
