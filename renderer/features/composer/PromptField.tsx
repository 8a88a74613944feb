import { matchesShortcut } from "../../lib/keyboard.ts";
import { CommandList, optionId } from "./CommandList.tsx";
import { text } from "./text.ts";
import { useCommands } from "./use-commands.ts";

interface Props {
  sessionId: number;
  draftId: string;
  placeholder: string;
  prompt: string;
  onChange(prompt: string): void;
  onSend(): void;
}

/** The text of the message; a slash at its beginning opens the list of commands. */
export function PromptField({ sessionId, draftId, placeholder, prompt, onChange, onSend }: Props) {
  const offered = useCommands(sessionId, prompt, onChange);
  const listId = `${draftId}-commands`;
  const isOpen = offered.commands.length > 0;
  return (
    <>
      {isOpen && <CommandList id={listId} offered={offered} />}
      <textarea
        id={draftId}
        aria-label={text.message.label}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(listId, offered.active) : undefined}
        placeholder={placeholder}
        value={prompt}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (offered.onKey(event)) {
            event.preventDefault();
            event.stopPropagation();
            return;
          }
          if (!matchesShortcut(event, "mod+enter")) return;
          event.preventDefault();
          onSend();
        }}
        className="field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 text-base outline-none"
      />
    </>
  );
}
