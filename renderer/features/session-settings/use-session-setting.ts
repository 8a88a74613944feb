import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { toastError } from "../../ui/toasts.ts";
import { mutateSession } from "../sessions/mutate-session.ts";

interface Property<T, A> {
  sessionId: number;
  /** As the service has it. */
  current: T;
  send(value: T): Promise<A>;
  /** What a refusal is headed with. */
  refused: string;
  onKept?(answer: A): void;
}

/**
 * A property of a session and how it is changed. A change shows at once; one that is refused is taken back and the
 * service's sentence said. Changes of one session go out one after the other, so that the last one stands.
 */
export function useSessionSetting<T, A extends { session: Session }>(property: Property<T, A>) {
  const { sessionId, current, send, refused, onKept } = property;
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    scope: { id: `session-${sessionId}` },
    mutationFn: (value: T) => mutateSession(client, () => send(value)),
    onSuccess: (answer) => onKept?.(answer),
    onError: (error) => toastError(refused, error),
  });
  return {
    value: isPending && variables !== undefined ? variables : current,
    change: (value: T): void => mutate(value),
    busy: isPending,
  };
}
