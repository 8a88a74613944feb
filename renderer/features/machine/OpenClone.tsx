import { Code, SquareTerminal } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { useEditors, useOpenInEditor } from "./api.ts";

const icons = { editor: Code, terminal: SquareTerminal } as const;

/** Buttons that open the clone in an editor; nothing if there is none. */
export function OpenClone({ sessionId }: { sessionId: number }) {
  const { data: openers = [] } = useEditors();
  const { mutate, isPending, variables } = useOpenInEditor(sessionId);
  if (openers.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {openers.map(({ kind, label }) => {
        const Icon = icons[kind];
        return (
          <Button key={kind} size="small" busy={isPending && variables === kind} onClick={() => mutate(kind)}>
            <Icon aria-hidden className="size-3.5" />
            Open in {label}
          </Button>
        );
      })}
    </span>
  );
}
