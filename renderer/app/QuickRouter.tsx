import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { type SubmitEvent, useLayoutEffect } from "react";
import type { QuickRouter as Router } from "../../server/domains/automation/quick-start/model.ts";
import { readDraft, saveDraft, useDraft } from "../lib/drafts.ts";
import { isMac, matchesShortcut, shortcutParts } from "../lib/keyboard.ts";
import { Button } from "../ui/Button.tsx";
import { LoadErrorAlert } from "../ui/LoadErrorAlert.tsx";
import { backdrop } from "../ui/popup-classes.ts";
import { setQuery, useShell } from "./shell.store.ts";
import { routerDraft, useQuickRouter, useQuickStart } from "./use-quick-start.ts";

/** Letters that were typed while this was on its way go on from what is kept. */
function useEarlyWords(): void {
  useLayoutEffect(() => {
    const { query } = useShell.getState();
    if (query === "") return;
    saveDraft(routerDraft, readDraft(routerDraft) + query);
    setQuery("");
  }, []);
}

/** Who will have the words; without a router they can still begin a session. */
function About({ router }: { router: Router | undefined }) {
  if (router?.in_catalog === false)
    return (
      <>
        The catalog has no agent root “{router.root}”, to which tasks would go; SERVICE_QUICK_ROUTER_ROOT
        names another.
      </>
    );
  const keys = shortcutParts("mod+enter", isMac()).join("+");
  return <>An agent finds the right repository and starts the work. Press {keys} to send.</>;
}

interface FooterProps {
  router: Router | undefined;
  lacks: boolean;
  onOpen(): void;
  onStart(): void;
}

function Footer({ router, lacks, onOpen, onStart }: FooterProps) {
  if (router?.in_catalog === false)
    return (
      <Button variant="primary" disabled={lacks} onClick={onStart}>
        Start a session
      </Button>
    );
  const waits = lacks || router === undefined;
  return (
    <>
      <Button disabled={waits} onClick={onOpen}>
        Send and open
      </Button>
      <Button type="submit" variant="primary" disabled={waits}>
        Send
      </Button>
    </>
  );
}

/** Hands a task to the router from any page. What is typed is kept until it is sent. */
export function QuickRouter({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const [text, setText] = useDraft(routerDraft);
  const query = useQuickRouter(true);
  const router = query.data;
  const quickStart = useQuickStart();
  useEarlyWords();
  const lacks = text.trim() === "";
  const send = (opens: boolean): void => {
    if (lacks || !router?.in_catalog) return;
    onClose();
    quickStart({ prompt: text.trim(), opens });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    send(false);
  };
  const start = (): void => {
    setText("");
    onClose();
    void navigate({ to: "/sessions/new", search: { prompt: text.trim() } });
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup
          data-palette
          className="popup fixed inset-x-0 top-[max(0.75rem,12vh)] z-50 mx-auto flex w-[min(36rem,calc(100vw-1.5rem))] flex-col gap-3 p-4"
        >
          <Dialog.Title className="text-lg font-semibold">Send a task to the router</Dialog.Title>
          <Dialog.Description className="text-sm text-soft">
            <About router={router} />
          </Dialog.Description>
          {query.error !== null && (
            <LoadErrorAlert what="the router" error={query.error} onRetry={() => void query.refetch()} />
          )}
          <form onSubmit={submit} className="flex flex-col gap-3">
            <textarea
              autoFocus
              aria-label="Task"
              placeholder="Describe the task"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (!matchesShortcut(event, "mod+enter")) return;
                event.preventDefault();
                send(false);
              }}
              className="field field-sizing-content max-h-[40dvh] min-h-20"
            />
            <footer className="flex flex-wrap items-center justify-end gap-2">
              <Button variant="quiet" onClick={onClose}>
                Close
              </Button>
              <Footer router={router} lacks={lacks} onOpen={() => send(true)} onStart={start} />
            </footer>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
