/** The keys of the find box, which come before all others while it is open and stay as they are. */
export const findKeys = [
  { label: "Previous match", shortcut: "n" },
  { label: "Next match", shortcut: "shift+n" },
  { label: "Previous match, from the field", shortcut: "enter" },
  { label: "Next match, from the field", shortcut: "shift+enter" },
] as const;
