import { CopyButton } from "./CopyButton.tsx";

interface Props {
  /** Label of the button, such as "Copy key". */
  label: string;
  value: string;
}

/** Text to copy as a whole, shown with its line breaks. */
export function CopyableText({ label, value }: Props) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-line bg-sunken py-1.5 ps-3 pe-2">
      <code className="min-w-0 flex-1 self-center font-mono text-xs wrap-anywhere whitespace-pre-wrap select-all">
        {value}
      </code>
      <CopyButton label={label} text={() => value} />
    </p>
  );
}
