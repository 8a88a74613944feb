import { useEffect, useState } from "react";
import type { deviceOperations } from "../../../../server/domains/access/devices/model.ts";
import type { ResultOf } from "../../../lib/client.ts";
import { timeOfDay } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { cancelPairing, usePairing } from "./api.ts";
import { Fingerprint } from "./Fingerprint.tsx";
import { text } from "./text.ts";
import { addressOf } from "./view-model.ts";

type Invitation = ResultOf<typeof deviceOperations.createPairing>;

interface Props {
  invitation: Invitation;
  /** The person asks for another code. */
  onAgain(): void;
  onClose(): void;
}

/** The QR code of one address of this machine, and the same code to type. */
function Code({ invitation: { places, code, pairing } }: { invitation: Invitation }) {
  const [origin, setOrigin] = useState(places[0]?.origin ?? "");
  const place = places.find((one) => one.origin === origin) ?? places[0];
  if (!place) return null;
  const until = timeOfDay(pairing.expires_at);
  return (
    <>
      {places.length > 1 && (
        <SelectField
          label={text.pairing.address}
          options={places.map((one) => ({ value: one.origin, label: addressOf(one.origin) }))}
          value={origin}
          onValueChange={setOrigin}
          hint={text.pairing.addressHint}
        />
      )}
      <img
        src={place.image}
        alt={text.pairing.qrCode(place.origin)}
        className="mx-auto size-52 rounded-lg bg-[#ffffff]"
      />
      <p className="text-center text-sm text-soft">
        Or open <code className="font-mono text-xs text-ink select-all">{`${place.origin}/pair`}</code> and
        enter
      </p>
      <p className="text-center font-mono text-xl font-semibold tracking-widest select-all">{code}</p>
      <p className="text-center text-xs text-faint">{text.pairing.validity(until)}</p>
    </>
  );
}

/** A code until it is used, expires, or is canceled by leaving this dialog. */
export function PairingCode({ invitation, onAgain, onClose }: Props) {
  const { id } = invitation.pairing;
  const { state } = usePairing(invitation.pairing).data.pairing;
  useEffect(() => {
    if (state !== "used") return;
    toastSuccess(text.pairing.connected);
    onClose();
  }, [state, onClose]);
  const cancel = (): void => {
    // If canceling fails, the code expires within minutes.
    cancelPairing(id).catch(() => undefined);
    onClose();
  };
  if (state === "expired") {
    return (
      <Dialog open onClose={onClose} title={text.pairing.expired} description={text.pairing.expiredHint}>
        <footer className="flex justify-end gap-2">
          <Button onClick={onClose}>{text.pairing.close}</Button>
          <Button variant="primary" onClick={onAgain}>
            {text.pairing.newCode}
          </Button>
        </footer>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={cancel} title={text.pairing.scan}>
      <Code invitation={invitation} />
      <details className="rounded-lg border border-line px-3 py-2 text-sm">
        <summary className="font-medium">{text.pairing.certificateTitle}</summary>
        <p className="my-2 text-xs text-soft">{text.pairing.certificateHint}</p>
        <Fingerprint fingerprints={invitation.fingerprints} />
      </details>
    </Dialog>
  );
}
