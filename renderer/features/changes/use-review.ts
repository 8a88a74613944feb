import { useCallback, useMemo } from "react";
import { sessionDraft } from "../../lib/draft-rules.ts";
import { readDraft, saveDraft, useDraft } from "../../lib/drafts.ts";
import { type Review, readReview, reviewText } from "./review.ts";

const draftOf = (sessionId: number): string => sessionDraft(sessionId, "review");

/** The unsent comments of a session, kept in the browser until they are sent. */
export function useReview(sessionId: number) {
  const id = draftOf(sessionId);
  const [text] = useDraft(id);
  const review = useMemo(() => readReview(text), [text]);
  const change = useCallback(
    (next: (before: Review) => Review) => saveDraft(id, reviewText(next(readReview(readDraft(id))))),
    [id],
  );
  return { review, change };
}

export type ChangeReview = ReturnType<typeof useReview>["change"];

let comments = 0;

/** Unique across pages, which share the drafts. */
export function newCommentId(): string {
  comments += 1;
  return `${Date.now().toString(36)}-${comments}`;
}
