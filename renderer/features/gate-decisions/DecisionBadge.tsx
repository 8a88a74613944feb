/** The word of a gate, which is free; it says nothing of good or bad by its color. */
export function DecisionBadge({ decision }: { decision: string }) {
  return (
    <span
      className="max-w-48 truncate rounded-sm bg-accent-soft px-1.5 text-2xs font-medium text-accent"
      title={decision}
    >
      {decision}
    </span>
  );
}
