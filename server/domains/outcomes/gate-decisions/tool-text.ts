/** The words of the tools about gates. */
export const toolText = {
  search:
    "What gates decided about pull requests and issues, newest first, or one decision with its entry. Of several decisions about one artifact the newest counts.",
  record:
    "Records what a gate decided. Decisions are never changed or deleted: a correction is another decision about the same artifact. human_feedback in the entry is dropped, as only people give it, at the board.",
  entry:
    "The decision as the gate wrote it. It needs decision and artifact_url (else an address in pr, pr_url, issue or issue_url); decided_at, title and producing_session_url are listed if it has them",
  title: "Gate Decisions",
  one: "Gate Decision",
  recorded: "Gate Decision Recorded",
  dropped: "human_feedback in the entry was dropped: people give it at the board.",
  none: "No decisions.",
  total: (count: number): string => `${count} in all.`,
  feedback: (verdict: string, author: string | null): string =>
    author === null ? verdict : `${author}: ${verdict}`,
};
