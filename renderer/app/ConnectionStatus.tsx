import { useLive } from "../features/live/live.store.ts";
import { text } from "./text.ts";

const labels = {
  connecting: text.connection.connecting,
  open: text.connection.open,
  down: text.connection.down,
} as const;
const tones = { connecting: "bg-waiting-dot", open: "bg-running-dot", down: "bg-needs-dot" } as const;

/** The state of the live updates. */
export function ConnectionStatus() {
  const stream = useLive((view) => view.stream);
  return (
    <span className="flex items-center gap-1.5 text-2xs text-faint" title={text.connection.title}>
      <span aria-hidden className={`size-1.5 rounded-full ${tones[stream]}`} />
      {labels[stream]}
    </span>
  );
}
