import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { toastError } from "../../ui/toasts.ts";
import { mutateSession } from "../sessions/mutate-session.ts";

interface Property<T, A> {
  sessionId: number;
  /** The saved value. */
  current: T;
  send(value: T): Promise<A>;
  /** The title of the error toast. */
  refused: string;
  onSaved?(answer: A): void;
}

/**
 * A property of a session and a function to change it. A change shows at once and is reverted with a toast if the
 * service refuses it. The changes of one session are sent one after the other, so that the last one wins.
 */
export function useSessionSetting<T, A extends { session: Session }>(property: Property<T, A>) {
  const { sessionId, current, send, refused, onSaved } = property;
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    scope: { id: `session-${sessionId}` },
    mutationFn: (value: T) => mutateSession(client, () => send(value)),
    onSuccess: (answer) => onSaved?.(answer),
    onError: (error) => toastError(refused, error),
  });
  return {
    value: isPending && variables !== undefined ? variables : current,
    change: (value: T): void => mutate(value),
    busy: isPending,
  };
}
