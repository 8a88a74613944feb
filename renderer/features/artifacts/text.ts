import type { MessageWithFiles } from "../../../server/domains/review/artifacts/model.ts";

/** The words of the artifacts of a session. */
export const text = {
  title: "Artifacts",
  intro: "Files and pictures outside of the conversation and the changes.",
  reload: "Reload artifacts",
  attachments: {
    title: "Attachments",
    loading: "the files that were sent",
    empty: "No attachments yet. Files sent with messages appear here.",
    truncated: (count: number) => `Only the files of the newest ${count} messages are listed.`,
    gone: "This file no longer exists",
    where: "that was sent",
    untitled: "Message without text",
    statuses: {
      pending: "Queued",
      processing: "Being delivered to the current turn",
      sent: "Sent",
      undelivered: "Not delivered",
    } satisfies Readonly<Record<MessageWithFiles["status"], string>>,
  },
  pictures: {
    title: "Pictures in the conversation",
    loading: "the pictures",
    empty: "No pictures yet. Pictures that the agent sees appear here.",
    truncated: "Only the newest pictures are listed.",
    inPrompt: "in the prompt",
    inResult: "in the result",
    sentWithPrompt: "Sent with a prompt",
    fromSomeTool: "Returned by a tool",
    fromTool: (tool: string) => `Returned by ${tool}`,
    viewed: (path: string) => `Viewed ${path}`,
  },
  scratch: {
    title: "Scratch folder",
    loading: "the scratch folder",
    empty: "No files yet. Files that the agent saves outside of its clone appear here.",
    truncated: (folder: string) => `Some files are not listed. Find all of them in ${folder}.`,
    where: "in the scratch folder",
    tooLarge: "too large to download",
    copyPath: (path: string) => `Copy the path of ${path}`,
  },
  download: (name: string) => `Download ${name}`,
  line: (line: number) => `Line ${line}`,
  lineOf: (line: number, what: string) => `Line ${line} of the conversation: ${what}`,
};
