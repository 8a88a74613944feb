import { Check, Copy, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./IconButton.tsx";
import { text } from "./text.ts";

const copiedMs = 1_500;

interface Props {
  label: string;
  /** Called when pressed, so that a long text is built only if it is needed. */
  text: () => string;
  /** Tells this button apart from another copy button beside it. */
  Icon?: LucideIcon;
  className?: string;
}

export function CopyButton({ label, text: getText, Icon = Copy, className = "" }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => void navigator.clipboard.writeText(getText()).then(() => setCopied(true));
  return (
    <IconButton label={copied ? text.copy.done : label} onClick={copy} className={className}>
      {copied ? (
        <Check aria-hidden className="size-3.5 text-running" />
      ) : (
        <Icon aria-hidden className="size-3.5" />
      )}
    </IconButton>
  );
}
