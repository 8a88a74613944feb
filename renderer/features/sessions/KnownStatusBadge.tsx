import type { SessionStatus } from "../../../server/domains/sessions/sessions/model.ts";
import { StatusBadge } from "./StatusBadge.tsx";
import { useAttentions } from "./use-session-lists.ts";

/** The badge of a session of which a list tells no more than the status. */
export function KnownStatusBadge({ id, status }: { id: number; status: SessionStatus }) {
  return <StatusBadge status={status} attention={useAttentions().get(id) ?? null} />;
}
