import { Copy } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { text } from "./text.ts";
import { copyableFacts } from "./view-model.ts";

function copy(label: string, value: string): void {
  void navigator.clipboard.writeText(value).then(
    () => toastSuccess(text.copyMenu.copied(label)),
    (error: unknown) => toastError(text.copyMenu.failed, error),
  );
}

/** The names by which programs know a session, one of which a person sometimes needs. */
export function CopyMenu({ session }: { session: Session }) {
  return (
    <Menu
      trigger={
        <Button size="small" variant="quiet">
          <Copy aria-hidden className="size-3.5" />
          {text.copyMenu.label}
        </Button>
      }
      items={copyableFacts(session).map(({ id, value }) => ({
        id,
        label: text.copyMenu.items[id],
        run: () => copy(text.copyMenu.items[id], value),
      }))}
    />
  );
}
