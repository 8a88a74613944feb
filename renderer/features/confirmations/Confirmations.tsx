import { LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { useConfirmations, type WaitingRequest } from "../../lib/confirmations.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyableText } from "../../ui/CopyableText.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { settled, withdraw } from "./api.ts";
import { text } from "./text.ts";

type Over = "denied" | "expired";

/** Follows the request until it is settled: it goes on by itself once confirmed. Null while it waits. */
function useSettlement({ confirmation, settle }: WaitingRequest): Over | null {
  const [over, setOver] = useState<Over | null>(null);
  useEffect(() => {
    const end = new AbortController();
    settled(confirmation.id, end.signal).then(
      (state) => {
        if (end.signal.aborted) return;
        if (state === "confirmed") settle("confirmed");
        else setOver(state === "denied" ? "denied" : "expired");
      },
      () => undefined,
    );
    return () => end.abort();
  }, [confirmation.id, settle]);
  return over;
}

function HowTo({ confirmation: { confirm_in: place, id, command } }: Pick<WaitingRequest, "confirmation">) {
  return (
    <>
      <p className="text-sm text-soft">{text.howTo[place]}</p>
      {command !== null && <CopyableText label={text.copy} value={command} />}
      <p className="text-xs text-soft">{text.compare(id)}</p>
      <p role="status" className="flex items-center gap-2 text-sm text-soft">
        <LoaderCircle aria-hidden className="size-4 animate-spin" />
        {text.waiting}
      </p>
    </>
  );
}

function ConfirmationDialog({ request }: { request: WaitingRequest }) {
  const { confirmation, settle, returnFocus } = request;
  const over = useSettlement(request);
  const close = (): void => {
    if (over === null) void withdraw(confirmation.id);
    settle(over ?? "canceled");
  };
  return (
    <Dialog
      open
      covers
      onClose={close}
      returnFocus={returnFocus}
      title={text.title[confirmation.confirm_in]}
      description={text.about}
    >
      <p className="font-medium wrap-anywhere">{confirmation.words}</p>
      {over === null ? (
        <HowTo confirmation={confirmation} />
      ) : (
        <p role="alert" className="text-sm text-failed">
          {text.over[over]}
        </p>
      )}
      <footer className="flex justify-end gap-2">
        <Button onClick={close}>{over === null ? text.cancel : text.close}</Button>
        {over === "expired" && (
          <Button variant="primary" onClick={() => settle("again")}>
            {text.again}
          </Button>
        )}
      </footer>
    </Dialog>
  );
}

/** The dialog of the first request that waits for a person outside the page. */
export function Confirmations() {
  const request = useConfirmations(({ waiting }) => waiting[0]);
  return request && <ConfirmationDialog key={request.confirmation.id} request={request} />;
}
