import { Dialog } from "@base-ui/react/dialog";
import { type SubmitEvent, useLayoutEffect } from "react";
import type { QuickRouter as Router } from "../../server/domains/automation/quick-start/model.ts";
import { openNewSession } from "../features/new-session/new-session.store.ts";
import { readDraft, saveDraft, useDraft } from "../lib/drafts.ts";
import { isMac, matchesShortcut, shortcutParts } from "../lib/keyboard.ts";
import { Button } from "../ui/Button.tsx";
import { LoadErrorAlert } from "../ui/LoadErrorAlert.tsx";
import { backdrop } from "../ui/popup-classes.ts";
import { setQuery, useShell } from "./shell.store.ts";
import { text } from "./text.ts";
import { routerDraft, useQuickRouter, useQuickStart } from "./use-quick-start.ts";

/** Adds the letters that were typed while this was loading to the draft. */
function useTypedAhead(): void {
  useLayoutEffect(() => {
    const { query } = useShell.getState();
    if (query === "") return;
    saveDraft(routerDraft, readDraft(routerDraft) + query);
    setQuery("");
  }, []);
}

/** Explains the router. Without one, the text can still start a session. */
function RouterHint({ router }: { router: Router | undefined }) {
  if (router?.in_catalog === false) return <>{text.quickStart.rootMissing(router.root)}</>;
  const keys = shortcutParts("mod+enter", isMac()).join("+");
  return <>{text.quickStart.hint(keys)}</>;
}

interface FooterProps {
  router: Router | undefined;
  isEmpty: boolean;
  onOpen(): void;
  onStart(): void;
}

function Footer({ router, isEmpty, onOpen, onStart }: FooterProps) {
  if (router?.in_catalog === false)
    return (
      <Button variant="primary" disabled={isEmpty} onClick={onStart}>
        {text.quickStart.startSession}
      </Button>
    );
  const waits = isEmpty || router === undefined;
  return (
    <>
      <Button disabled={waits} onClick={onOpen}>
        {text.quickStart.sendAndOpen}
      </Button>
      <Button type="submit" variant="primary" disabled={waits}>
        {text.quickStart.send}
      </Button>
    </>
  );
}

/** Sends a task to the router from any page. The text is kept until it is sent. */
export function QuickRouter({ onClose }: { onClose(): void }) {
  const [task, setTask] = useDraft(routerDraft);
  const query = useQuickRouter(true);
  const router = query.data;
  const quickStart = useQuickStart();
  useTypedAhead();
  const isEmpty = task.trim() === "";
  const send = (opens: boolean): void => {
    if (isEmpty || !router?.in_catalog) return;
    onClose();
    quickStart({ prompt: task.trim(), opens });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    send(false);
  };
  const start = (): void => {
    setTask("");
    onClose();
    openNewSession({ prompt: task.trim() });
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup
          data-palette
          className="popup fixed inset-x-0 top-[max(0.75rem,12vh)] z-50 mx-auto flex w-[min(36rem,calc(100vw-1.5rem))] flex-col gap-3 p-4"
        >
          <Dialog.Title className="text-lg font-semibold">{text.quickStart.title}</Dialog.Title>
          <Dialog.Description className="text-sm text-soft">
            <RouterHint router={router} />
          </Dialog.Description>
          {query.error !== null && (
            <LoadErrorAlert
              what={text.quickStart.loading}
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          )}
          <form onSubmit={submit} className="flex flex-col gap-3">
            <textarea
              autoFocus
              aria-label={text.quickStart.task}
              placeholder={text.quickStart.placeholder}
              value={task}
              onChange={(event) => setTask(event.target.value)}
              onKeyDown={(event) => {
                if (!matchesShortcut(event, "mod+enter")) return;
                event.preventDefault();
                send(false);
              }}
              className="field field-sizing-content max-h-[40dvh] min-h-20"
            />
            <footer className="flex flex-wrap items-center justify-end gap-2">
              <Button variant="quiet" onClick={onClose}>
                {text.quickStart.close}
              </Button>
              <Footer router={router} isEmpty={isEmpty} onOpen={() => send(true)} onStart={start} />
            </footer>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
