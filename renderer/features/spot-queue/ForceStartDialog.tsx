import type { QueueEntry } from "../../../server/domains/scheduling/queue/model.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useForceStart } from "./api.ts";
import { text } from "./text.ts";

interface Props {
  /** The session to start; null while nobody asks. */
  entry: QueueEntry | null;
  onClose(): void;
}

/** Names whose turn would be stopped, and shows a refusal, such as another victim by now. */
export function ForceStartDialog({ entry, onClose }: Props) {
  const { mutateAsync } = useForceStart();
  const victim = entry?.victim ?? null;
  const confirmation =
    entry && victim
      ? {
          title: text.force.title(entry.title),
          description: text.force.body(victim.title),
          actionLabel: text.force.confirm(victim.title),
          run: () => mutateAsync({ sessionId: entry.id, victimId: victim.id }),
        }
      : null;
  return <ConfirmDialog confirmation={confirmation} onClose={onClose} />;
}
