interface Props {
  label: string;
  /** A date, or nothing. */
  value: string | undefined;
  onChange(date: string | undefined): void;
}

/** A date that narrows what a page shows. */
export function DateField({ label, value, onChange }: Props) {
  return (
    <label className="flex min-w-0 items-center gap-1.5 text-xs text-soft max-sm:flex-1 max-sm:flex-col max-sm:items-start max-sm:gap-1">
      <span className="whitespace-nowrap max-sm:first-letter:uppercase">{label}</span>
      <input
        type="date"
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="h-8 rounded-md border border-edge bg-surface px-1.5 text-xs text-ink max-sm:w-full max-sm:min-w-0 pointer-coarse:h-10"
      />
    </label>
  );
}
