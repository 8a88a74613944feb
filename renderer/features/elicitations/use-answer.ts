import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Elicitation } from "../../../server/domains/sessions/elicitations/model.ts";
import { ApiError, errorMessages } from "../../lib/api-error.ts";
import { sessionDraft } from "../../lib/draft-rules.ts";
import { saveDraft, useDraft } from "../../lib/drafts.ts";
import { toastWarning } from "../../ui/toasts.ts";
import { liveKeys } from "../live/apply-event.ts";
import { type Reply, respond } from "./api.ts";
import { fieldViews, groupErrors } from "./fields.ts";
import { text } from "./text.ts";
import { defaultValues, restoreValues, toFormContent, type Values } from "./values.ts";

/** The question was answered elsewhere or has expired; the typed answer is not at fault. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.error === "Already resolved");

/** The form of a question: what is typed, kept until it is answered, and how to answer. */
export function useAnswer({ id, session_id, requested_schema: schema }: Elicitation) {
  const draftId = sessionDraft(session_id, `elicitation:${id}`);
  const [draft, setDraft] = useDraft(draftId);
  const [restored, setRestored] = useState(draft !== "");
  const keep = (value: string): void => {
    setRestored(false);
    setDraft(value);
  };
  const values = restoreValues(draft, defaultValues(schema));
  const fields = useMemo(() => fieldViews(schema), [schema]);
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (reply: Reply) => respond(id, reply),
    onSuccess: () => saveDraft(draftId, ""),
    onError: (refusal) => {
      if (isOver(refusal)) toastWarning(text.notAnswered, { description: errorMessages(refusal).join(" ") });
    },
    meta: { changes: [liveKeys.elicitations(session_id)] },
  });
  return {
    fields,
    values,
    set: (name: string, value: Values[string]): void => keep(JSON.stringify({ ...values, [name]: value })),
    restored,
    discard: (): void => keep(""),
    accept: (): void => mutate({ action_type: "accept", content: toFormContent(values, schema) }),
    /** Answers a question that has only the field `name`. */
    acceptWith: (name: string, value: boolean): void =>
      mutate({ action_type: "accept", content: { [name]: value } }),
    refuse: (action_type: "decline" | "cancel"): void => mutate({ action_type }),
    busy: isPending ? variables.action_type : null,
    /** The values that are being sent. */
    sending: isPending ? variables.content : undefined,
    refusal: error === null || isOver(error) ? null : groupErrors(errorMessages(error), fields),
  };
}
