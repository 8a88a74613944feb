import { Code, SquareTerminal } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { useEditors, useOpenInEditor } from "./api.ts";
import { text } from "./text.ts";

const icons = { editor: Code, terminal: SquareTerminal } as const;

/** Buttons that open the clone in an editor; nothing if there is none. */
export function OpenClone({ sessionId }: { sessionId: number }) {
  const { data: editors = [] } = useEditors();
  const { mutate, isPending, variables } = useOpenInEditor(sessionId);
  if (editors.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      <span className="w-full font-sans text-2xs leading-4 text-soft">{text.openClone.asYou}</span>
      {editors.map(({ kind, label }) => {
        const Icon = icons[kind];
        return (
          <Button key={kind} size="small" busy={isPending && variables === kind} onClick={() => mutate(kind)}>
            <Icon aria-hidden className="size-3.5" />
            {text.openClone.openIn(label)}
          </Button>
        );
      })}
    </span>
  );
}
