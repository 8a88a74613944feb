/** The words of categories. */
export const text = {
  uncategorized: "Uncategorized",
  frozen: "Frozen",
  what: "the categories",
  manage: "Manage categories…",
  nameLabel: "Name",
  descriptionLabel: "Description",
  descriptionHint: "What belongs in it. Agents read it too.",
  choose: {
    title: (sessions: string) => `Set the category of ${sessions}`,
    field: "Find or create a category",
    list: "Categories",
    none: "There are no categories yet. Type a name to create the first one.",
    noMatch: "No category matches.",
    create: (name: string) => `Create “${name}”`,
    createFailed: "The category was not created",
  },
  dialog: {
    title: "Categories",
    description:
      "Groups for your sessions, in the order the board shows them. Sessions in a frozen category are left alone when all sessions are refreshed and when failed ones are retried.",
    list: "Categories",
    section: "Categories",
    empty: "No categories yet",
    emptyHint: "Create one above, then move sessions into it from their menus.",
    newName: "New category",
    add: "Create",
    addFailed: "The category was not created",
    sessions: (count: number) => (count === 1 ? "1 session" : `${count} sessions`),
    uncategorizedHint: "Sessions without a category",
    edit: (name: string) => `Edit “${name}”`,
    editTitle: "Edit category",
    freeze: (name: string) => `Freeze “${name}”`,
    delete: (name: string) => `Delete “${name}”`,
    save: "Save",
    cancel: "Cancel",
    changeFailed: "The category was not changed",
    moveFailed: "The categories were not moved",
  },
  deletion: {
    title: (name: string) => `Delete the category “${name}”?`,
    description: (count: number) =>
      count === 0
        ? "It has no sessions."
        : `${count === 1 ? "Its session becomes" : `Its ${count} sessions become`} uncategorized. You cannot undo this.`,
    confirm: "Delete category",
  },
  commands: {
    manage: "Manage categories",
  },
};
