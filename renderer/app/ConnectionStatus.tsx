import { useLive } from "../features/live/live.store.ts";

const words = { connecting: "Connecting", open: "Live", down: "Reconnecting" } as const;
const tones = { connecting: "bg-waiting-dot", open: "bg-running-dot", down: "bg-needs-dot" } as const;

/** Whether live updates arrive. */
export function ConnectionStatus() {
  const stream = useLive((view) => view.stream);
  return (
    <span className="flex items-center gap-1.5 text-2xs text-faint" title="Live updates">
      <span aria-hidden className={`size-1.5 rounded-full ${tones[stream]}`} />
      {words[stream]}
    </span>
  );
}
