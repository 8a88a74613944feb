import { Dialog } from "@base-ui/react/dialog";
import { useIsMutating, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { use, useEffect } from "react";
import { isConfirming } from "../../lib/confirmations.ts";
import { claimTabId } from "../../lib/tab-id.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { LoadErrorAlert } from "../../ui/LoadErrorAlert.tsx";
import { backdrop } from "../../ui/popup-classes.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { wholeBoard } from "../sessions/session-filter.ts";
import { sessionQuery } from "../sessions/use-session.ts";
import { useSessionList } from "../sessions/use-session-lists.ts";
import {
  closeNewSession,
  type NewSessionStart,
  stopTypingAhead,
  useNewSession,
} from "./new-session.store.ts";
import type { FormConfigs } from "./resolve-defaults.ts";
import { SessionForm } from "./SessionForm.tsx";
import { templateSetupOfSession, unreadPrompt } from "./template-setup.ts";
import { text } from "./text.ts";
import { useConfigs, useDefaults } from "./use-configs.ts";
import { creationKey } from "./use-create.ts";

function CatalogProblems({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="px-4 pb-3">
      <ErrorAlert title={text.catalog.problems} messages={sentences}>
        <Link
          to="/settings/$section"
          params={{ section: "catalog" }}
          onClick={closeNewSession}
          className="text-xs font-medium text-accent hover:underline"
        >
          {text.catalog.view}
        </Link>
      </ErrorAlert>
    </div>
  );
}

/** The session whose settings the form starts with, if it still exists. */
function useSource(from: string | undefined) {
  const { data, isLoading } = useQuery({
    ...sessionQuery(from ?? ""),
    enabled: from !== undefined,
    staleTime: 0,
  });
  return { session: from === undefined ? null : (data?.session ?? null), isLoading };
}

function LoadFailed({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  useEffect(stopTypingAhead, []);
  return (
    <div className="p-4">
      <LoadErrorAlert what={text.catalog.name} error={error} onRetry={onRetry} />
    </div>
  );
}

function Content({ start: { from, prompt: given } }: { start: NewSessionStart }) {
  // Drafts are kept by tab, and a duplicated tab needs an id of its own first.
  use(claimTabId());
  const { data, error, isPending, refetch } = useConfigs();
  const defaults = useDefaults();
  const source = useSource(from);
  const sessions = useSessionList(wholeBoard);
  const prompt = given ?? unreadPrompt(source.session);
  if (isPending || defaults.isPending || source.isLoading || sessions.isPending)
    return <Skeleton lines={8} label={text.catalog.loading} />;
  if (!data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  // The form also works without the owner's defaults, which the service applies anyway.
  const configs: FormConfigs = {
    ...data,
    ...(defaults.data && { defaults: defaults.data }),
  };
  const start = source.session && templateSetupOfSession(source.session, configs);
  return (
    <>
      <CatalogProblems sentences={data.catalog_problems} />
      <SessionForm
        key={`${from ?? ""} ${prompt}`}
        configs={configs}
        sessions={sessions.data?.pages[0]?.sessions ?? []}
        start={start}
        prompt={prompt}
        onClose={closeNewSession}
      />
    </>
  );
}

/** The composer for a new session, over the page that is open; on a phone it takes the whole screen. Closing keeps the draft. */
export function NewSessionDialog() {
  const start = useNewSession((state) => state.start);
  // Closed meanwhile, nobody would learn what became of them.
  const isCreating = useIsMutating({ mutationKey: creationKey }) > 0;
  return (
    <Dialog.Root
      open={start !== null}
      onOpenChange={(open) => {
        if (!open && !isCreating && !isConfirming()) closeNewSession();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup className="popup fixed inset-x-0 top-[max(0.75rem,8vh)] z-50 mx-auto flex max-h-[86dvh] w-[min(46rem,calc(100vw-1.5rem))] flex-col max-sm:inset-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:rounded-none max-sm:border-0 max-sm:pt-[env(safe-area-inset-top)]">
          <header className="flex items-center gap-3 px-4 pt-3 pb-2">
            <Dialog.Title className="flex-1 text-lg font-semibold">{text.title}</Dialog.Title>
            <Dialog.Close render={<IconButton label={text.submit.close} />}>
              <X aria-hidden className="size-4" />
            </Dialog.Close>
          </header>
          {start !== null && <Content start={start} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
