import { Code, SquareTerminal } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { FactRow } from "../../ui/FactRow.tsx";
import { useEditors, useOpenInEditor } from "./api.ts";
import { text } from "./text.ts";

const icons = { editor: Code, terminal: SquareTerminal } as const;

/** Buttons that open the clone in an editor, as a named fact of the session; nothing if there is no editor. */
export function OpenClone({ sessionId, name }: { sessionId: number; name: string }) {
  const { data: editors = [] } = useEditors();
  const { mutate, isPending, variables } = useOpenInEditor(sessionId);
  if (editors.length === 0) return null;
  return (
    <FactRow name={name}>
      <span className="mt-1 flex flex-wrap gap-1.5">
        <span className="w-full font-sans text-2xs leading-4 text-soft">{text.openClone.asYou}</span>
        {editors.map(({ kind, label }) => {
          const Icon = icons[kind];
          return (
            <Button
              key={kind}
              size="small"
              busy={isPending && variables === kind}
              onClick={() => mutate(kind)}
            >
              <Icon aria-hidden className="size-3.5" />
              {text.openClone.openIn(label)}
            </Button>
          );
        })}
      </span>
    </FactRow>
  );
}
