interface Props {
  label: string;
  /** A date, or nothing. */
  value: string | undefined;
  onChange(date: string | undefined): void;
}

/** A date that narrows what a page shows. */
export function DateField({ label, value, onChange }: Props) {
  return (
    <label className="flex items-center gap-1.5 text-xs text-soft">
      {label}
      <input
        type="date"
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value || undefined)}
        className="h-7 rounded-md border border-edge bg-surface px-1.5 text-xs text-ink pointer-coarse:h-9"
      />
    </label>
  );
}
