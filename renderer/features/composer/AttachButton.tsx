import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../ui/IconButton.tsx";
import { limitsText } from "./attachments.ts";
import { text } from "./text.ts";
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
        label={text.attach.label}
        title={text.attach.hint(limitsText)}
        onClick={() => input.current?.click()}
      >
        <Paperclip aria-hidden className="size-4" />
      </IconButton>
    </>
  );
}
