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
  pullRequests: {
    description:
      "The open pull requests of the sessions, each with the result of its checks. Use it before merge_pull_requests: green means that its checks passed.",
    heading: "Open pull requests",
    none: "No session has an open pull request.",
    line: (of: {
      session_id: number;
      name: string;
      title: string;
      ci: string | null;
      is_draft: boolean | null;
    }) =>
      `Session ${of.session_id}: ${of.name} ${of.title} (checks: ${of.ci === "pass" ? "green" : (of.ci ?? "not read yet")}${of.is_draft === true ? ", draft" : ""})`,
  },
  merge: {
    description:
      "Lets sessions merge their newest pull requests, each told by a message. Only green ones are taken; the others are refused with the reason.",
    sessionIds: "The sessions, by number",
    heading: "Merging",
    line: (of: { session_id: number; message: string }) => `Session ${of.session_id}: ${of.message}`,
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
