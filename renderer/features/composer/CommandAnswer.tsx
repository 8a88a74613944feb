import { X } from "lucide-react";
import { IconButton } from "../../ui/IconButton.tsx";
import { text } from "./text.ts";

export interface Answered {
  command: string;
  message: string;
}

/** What the service answered to a command, until it is closed or the next message is sent. */
export function CommandAnswer({ answer, onClose }: { answer: Answered; onClose(): void }) {
  return (
    <div role="status" className="flex items-start gap-2 rounded-lg border border-line bg-surface px-3 py-2">
      <p className="max-h-60 min-w-0 flex-1 overflow-y-auto text-sm whitespace-pre-wrap">
        <span className="font-mono text-xs text-faint">/{answer.command}</span>
        {"\n"}
        {answer.message}
      </p>
      <IconButton label={text.commands.closeAnswer} onClick={onClose}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
