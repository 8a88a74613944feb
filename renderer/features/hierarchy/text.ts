/** The words of the tree of related sessions. */
export const text = {
  alsoChildOf: "also a child of",
  session: (id: number) => `session ${id}`,
  detach: "Detach",
  notOriginal: (title: string) => `${title} (not its original parent)`,
  level: (level: number) => `, level ${level}`,
  detachTitle: "Detach from this parent?",
  detachDescription: (title: string, parentId: number) =>
    `“${title}” will no longer list session ${parentId} as a parent. It returns only if that session’s agent sends another message.`,
  label: "Session tree",
  truncated: "Some sessions are not shown.",
};
