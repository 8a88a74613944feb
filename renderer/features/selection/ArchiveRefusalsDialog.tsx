import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { toastError } from "../../ui/toasts.ts";
import { useActions } from "./actions.store.ts";
import { describeSessions } from "./actions.ts";
import { archiveSessions, sendQueued } from "./archive-sessions.ts";
import { acceptLoss, type LossKind, lossOf, plainMessage, type Refusal } from "./refusals.ts";
import { text } from "./text.ts";

const onSendError = (error: unknown) => toastError(text.archiveRefusals.notSent, error);

function Choices({ refusal, loss }: { refusal: Refusal; loss: LossKind }) {
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: () => archiveSessions(client, [refusal.session], acceptLoss[loss]),
  });
  const send = useMutation({ mutationFn: () => sendQueued(refusal), onError: onSendError });
  return (
    <span className="flex flex-wrap gap-2">
      {loss === "queue" && (
        <Button size="small" busy={send.isPending} onClick={() => send.mutate()}>
          {text.archiveRefusals.sendNow}
        </Button>
      )}
      <Button size="small" variant="danger" busy={accept.isPending} onClick={() => accept.mutate()}>
        {text.archiveRefusals.accept[loss].one}
      </Button>
    </span>
  );
}

function RefusedSession({ refusal, isOnly }: { refusal: Refusal; isOnly: boolean }) {
  const loss = lossOf(refusal);
  return (
    <li className="flex flex-col gap-1.5 border-b border-line py-2.5 last:border-0">
      {!isOnly && <p className="font-medium wrap-anywhere">{refusal.session.title}</p>}
      <p className="line-clamp-3 text-xs wrap-anywhere text-soft">{plainMessage(refusal)}</p>
      {loss !== null && <Choices refusal={refusal} loss={loss} />}
    </li>
  );
}

function AcceptAll({ loss, refusals }: { loss: LossKind; refusals: readonly Refusal[] }) {
  const client = useQueryClient();
  const sessions = refusals.filter((refusal) => lossOf(refusal) === loss).map(({ session }) => session);
  const accept = useMutation({ mutationFn: () => archiveSessions(client, sessions, acceptLoss[loss]) });
  if (sessions.length < 2) return null;
  return (
    <Button size="small" variant="danger" busy={accept.isPending} onClick={() => accept.mutate()}>
      {text.archiveRefusals.accept[loss].all}
    </Button>
  );
}

/** The sessions that were not archived, with the choices for each. */
export function ArchiveRefusalsDialog() {
  const refusals = useActions((state) => state.refusals);
  const close = (): void => useActions.setState({ refusals: [] });
  const isOnly = refusals.length === 1;
  const names = describeSessions(refusals.map(({ session }) => session));
  return (
    <Dialog
      open={refusals.length > 0}
      onClose={close}
      title={text.archiveRefusals.title(names)}
      description={text.archiveRefusals.description}
    >
      <ul className="max-h-[45dvh] overflow-y-auto">
        {refusals.map((refusal) => (
          <RefusedSession key={refusal.session.id} refusal={refusal} isOnly={isOnly} />
        ))}
      </ul>
      <footer className="flex flex-wrap justify-end gap-2">
        <AcceptAll loss="queue" refusals={refusals} />
        <AcceptAll loss="turn" refusals={refusals} />
        <Button size="small" onClick={close}>
          {text.archiveRefusals.keep(refusals.length)}
        </Button>
      </footer>
    </Dialog>
  );
}
