import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { toastError } from "../../ui/toasts.ts";
import { useActions } from "./actions.store.ts";
import { describeSessions } from "./actions.ts";
import { archiveSessions, sendQueued } from "./archive-sessions.ts";
import { acceptLoss, type LossKind, lossOf, plainMessage, type Refusal } from "./refusals.ts";

const acceptWords: Record<LossKind, { one: string; all: string }> = {
  queue: { one: "Discard and archive", all: "Discard all and archive" },
  turn: { one: "End the turn and archive", all: "End all turns and archive" },
};

const refused = (error: unknown) => toastError("The message was not sent", error);

function Choices({ refusal, loss }: { refusal: Refusal; loss: LossKind }) {
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: () => archiveSessions(client, [refusal.session], acceptLoss[loss]),
  });
  const send = useMutation({ mutationFn: () => sendQueued(refusal), onError: refused });
  return (
    <span className="flex flex-wrap gap-2">
      {loss === "queue" && (
        <Button size="small" busy={send.isPending} onClick={() => send.mutate()}>
          Send now and keep open
        </Button>
      )}
      <Button size="small" variant="danger" busy={accept.isPending} onClick={() => accept.mutate()}>
        {acceptWords[loss].one}
      </Button>
    </span>
  );
}

function Line({ refusal, alone }: { refusal: Refusal; alone: boolean }) {
  const loss = lossOf(refusal);
  return (
    <li className="flex flex-col gap-1.5 border-b border-line py-2.5 last:border-0">
      {!alone && <p className="font-medium wrap-anywhere">{refusal.session.title}</p>}
      <p className="line-clamp-3 text-xs wrap-anywhere text-soft">{plainMessage(refusal)}</p>
      {loss !== null && <Choices refusal={refusal} loss={loss} />}
    </li>
  );
}

function AllOf({ loss, refusals }: { loss: LossKind; refusals: readonly Refusal[] }) {
  const client = useQueryClient();
  const sessions = refusals.filter((refusal) => lossOf(refusal) === loss).map(({ session }) => session);
  const accept = useMutation({ mutationFn: () => archiveSessions(client, sessions, acceptLoss[loss]) });
  if (sessions.length < 2) return null;
  return (
    <Button size="small" variant="danger" busy={accept.isPending} onClick={() => accept.mutate()}>
      {acceptWords[loss].all}
    </Button>
  );
}

/** What was not archived, each with exactly what can be done about it. */
export function ArchiveRefusalsDialog() {
  const refusals = useActions((state) => state.refusals);
  const close = (): void => useActions.setState({ refusals: [] });
  const alone = refusals.length === 1;
  const names = describeSessions(refusals.map(({ session }) => session));
  return (
    <Dialog
      open={refusals.length > 0}
      onClose={close}
      title={`Could not archive ${names}`}
      description="Archiving would discard work. Choose what to do with each session."
    >
      <ul className="max-h-[45dvh] overflow-y-auto">
        {refusals.map((refusal) => (
          <Line key={refusal.session.id} refusal={refusal} alone={alone} />
        ))}
      </ul>
      <footer className="flex flex-wrap justify-end gap-2">
        <AllOf loss="queue" refusals={refusals} />
        <AllOf loss="turn" refusals={refusals} />
        <Button size="small" onClick={close}>
          {alone ? "Keep session" : "Keep sessions"}
        </Button>
      </footer>
    </Dialog>
  );
}
