/** The words of reading a transcript: its outline, the bar above it and what it shows. */
export const text = {
  answered: {
    yes: "Yes",
    no: "No",
    accept: (question: string, answer: string) =>
      answer === "" ? `You answered “${question}”` : `You answered “${question}”: ${answer}`,
    decline: (question: string) => `You declined “${question}”`,
    cancel: (question: string) => `You dismissed “${question}”`,
    expired: (question: string) => `Nobody answered “${question}” in time`,
  },
  filesOnly: "Files without text",
  outline: {
    open: "Outline",
    title: "Turns and prompts",
    loading: "Loading the outline",
    failed: "Could not load the outline",
    empty: "No prompts yet. Prompts and turns appear here.",
    truncated: (count: string) => `Only the newest ${count} prompts are listed.`,
    turns: "Turns, oldest first",
  },
  goToPrompt: "Go to the prompt:",
  filters: {
    label: "Transcript filters",
    title: "Show",
    raw: "Raw JSON",
    expandAll: "Expand all",
    collapseAll: "Collapse all",
    plainText: "Open as plain text",
  },
  today: "Today",
  yesterday: "Yesterday",
  tokens: (count: string) => `${count} tokens`,
  since: (time: string) => `since ${time}`,
  span: (from: string, to: string) => `${from} to ${to}`,
};
