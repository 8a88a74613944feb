import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../ui/IconButton.tsx";
import { limitsSentence } from "./attachments.ts";
import type { Attachments } from "./use-attachments.ts";

export function AttachButton({ attachments }: { attachments: Attachments }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          void attachments.add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <IconButton
        label="Attach files"
        title={`Attach files, or paste or drop them here. ${limitsSentence}`}
        onClick={() => input.current?.click()}
      >
        <Paperclip aria-hidden className="size-4" />
      </IconButton>
    </>
  );
}
