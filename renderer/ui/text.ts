/** The words of components that every page uses. */
export const text = {
  load: {
    updated: "Signalbox was updated",
    failed: (what: string) => `Could not load ${what}`,
    reload: "Reload",
    tryAgain: "Try again",
    notShown: (what: string) => `Could not show ${what}`,
    loading: (what: string) => `Loading ${what}`,
  },
  form: {
    moreOptions: "More options",
    cancel: "Cancel",
  },
  confirm: {
    failed: "Could not complete the action",
    type: (word: string) => `Type ${word} to confirm`,
  },
  copy: {
    done: "Copied",
    code: "Copy code",
  },
  dialog: {
    close: "Close",
  },
  draft: {
    restored: "Draft restored.",
    save: "Save",
    discard: "Discard",
  },
  pager: {
    newer: "Newer",
    older: "Older",
    at: (page: number, pages: number) => `${page} of ${pages}`,
  },
  use: {
    never: "Never used",
    used: "Used",
  },
  markdown: {
    picture: "Picture",
  },
  select: {
    remove: (label: string) => `Remove ${label}`,
    noMatches: "No matches in the catalog.",
  },
  toast: {
    undo: "Undo",
  },
};
