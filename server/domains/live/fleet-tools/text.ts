export const text = {
  needs: {
    description:
      "What needs the person now: sessions that stopped with a question, for review or with a failure, each with the questions that are open. Answers 'what needs me?'.",
    heading: "Needs the person",
    nothing: "Nothing needs the person.",
    more: (count: number) => `And ${count} more.`,
    session: (of: { id: number; title: string; kind: string; reason: string }) =>
      `#${of.id} ${of.title} (${of.kind}): ${of.reason}`,
    question: (requestId: string, message: string) => `  Open question (request_id ${requestId}): ${message}`,
  },
  quota: {
    description: "How much quota each runtime's accounts have left, and when it comes back.",
    heading: "Quota",
    line: (of: { label: string; accounts: number; fiveHour: string; week: string; next: string | null }) =>
      `${of.label}: ${of.accounts} accounts, ${of.fiveHour} of the five-hour window used, ${of.week} of the week${
        of.next === null ? "" : `; free again at ${of.next}`
      }`,
    unknown: "an unknown share",
    share: (value: number) => `${Math.round(value * 100)}%`,
  },
};
