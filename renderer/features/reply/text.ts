/** The words of a reply in a list. */
export const text = {
  label: (title: string) => `Reply to ${title}`,
  loading: "the session",
};
