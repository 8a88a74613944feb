import { text } from "./text.ts";

interface Props {
  path: string;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** Whether a person has viewed the file as it is now. */
export function ViewedBox({ path, checked, onChange }: Props) {
  return (
    <label className="flex min-h-6 shrink-0 items-center gap-1.5 rounded-sm px-1.5 text-xs text-soft hover:bg-hover pointer-coarse:min-h-11">
      <input
        type="checkbox"
        aria-label={text.viewedBox.label(path)}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      <span aria-hidden>{text.viewedBox.viewed}</span>
    </label>
  );
}
