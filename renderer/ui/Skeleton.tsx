/** Bars where lines of text will be. */
export function Skeleton({ lines, label }: { lines: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3 p-4">
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={line}
          className="breathe h-3.5 rounded-sm bg-line"
          style={{ width: `${88 - ((line * 23) % 46)}%` }}
        />
      ))}
    </div>
  );
}
