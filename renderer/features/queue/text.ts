import type { EnqueuedMessage } from "../../../server/domains/turns/messages/model.ts";

/** The words of the message queue of a session. */
export const text = {
  messageQueue: {
    changeFailed: "Could not change the queue",
    loadFailed: (reason: string) => `Could not load the queue. ${reason}`,
    label: "Queued messages",
    count: (count: number) => (count === 1 ? "1 queued message" : `${count} queued messages`),
    name: "the queue",
  },
  queuedMessage: {
    up: "Move up",
    down: "Move down",
    delete: "Delete",
    deleted: "Message deleted",
    deleteTitle: "Delete this message?",
    deleteDescription: "Its attachments are deleted too. You cannot undo this.",
    deleteConfirm: "Delete message",
    edit: "Edit",
    sendNow: "Stop the turn and send now",
    field: "Message",
    cancel: "Cancel",
    save: "Save",
  },
  locked: {
    processing: "Being delivered",
    undelivered: "Not delivered",
  },
  /** Where an automatic message comes from; null for one that a caller sent. */
  origins: {
    caller: null,
    automated_pr_merged: "Automatic: the pull request was merged",
    automated_merge_conflict: "Automatic: there is a merge conflict",
    automated_checks_failed: "Automatic: checks failed",
    automated_review_comments: "Automatic: there are new comments",
    automated_recovery_nudge: "Automatic: the session resumes",
  } satisfies Readonly<Record<EnqueuedMessage["origin"], string | null>>,
};
