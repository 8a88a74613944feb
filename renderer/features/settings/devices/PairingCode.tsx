import { useEffect, useState } from "react";
import type { deviceOperations } from "../../../../server/domains/access/devices/model.ts";
import type { ResultOf } from "../../../lib/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { cancelPairing, usePairing } from "./api.ts";
import { Fingerprint } from "./Fingerprint.tsx";
import { addressOf } from "./view-model.ts";

type Invitation = ResultOf<typeof deviceOperations.createPairing>;

interface Props {
  invitation: Invitation;
  /** Another code is wanted. */
  onAgain(): void;
  onClose(): void;
}

/** The QR code of one of the machine's addresses, and the same to be typed. */
function Code({ invitation: { places, code, pairing } }: { invitation: Invitation }) {
  const [origin, setOrigin] = useState(places[0]?.origin ?? "");
  const place = places.find((one) => one.origin === origin) ?? places[0];
  if (!place) return null;
  const until = new Date(pairing.expires_at).toLocaleTimeString([], { timeStyle: "short" });
  return (
    <>
      {places.length > 1 && (
        <SelectField
          label="Address"
          options={places.map((one) => ({ value: one.origin, label: addressOf(one.origin) }))}
          value={origin}
          onValueChange={setOrigin}
          hint="Choose the address on the device's network."
        />
      )}
      <img
        src={place.image}
        alt={`QR code that leads to ${place.origin}/pair`}
        className="mx-auto size-52 rounded-lg bg-[#ffffff]"
      />
      <p className="text-center text-sm text-soft">
        Or open <code className="font-mono text-xs text-ink select-all">{`${place.origin}/pair`}</code> and
        enter
      </p>
      <p className="text-center font-mono text-xl font-semibold tracking-widest select-all">{code}</p>
      <p className="text-center text-xs text-faint">
        Works for one device until {until} or until Signalbox restarts.
      </p>
    </>
  );
}

/** A code until it is used, over, or taken back by leaving this dialog. */
export function PairingCode({ invitation, onAgain, onClose }: Props) {
  const { id } = invitation.pairing;
  const { state } = usePairing(invitation.pairing).data.pairing;
  useEffect(() => {
    if (state !== "used") return;
    toastSuccess("The device is connected");
    onClose();
  }, [state, onClose]);
  const leave = (): void => {
    // One that is not taken back is over within minutes.
    cancelPairing(id).catch(() => undefined);
    onClose();
  };
  if (state === "expired") {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Code expired"
        description="The code was not used within five minutes."
      >
        <footer className="flex justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" onClick={onAgain}>
            Create new code
          </Button>
        </footer>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={leave} title="Scan this with the device">
      <Code invitation={invitation} />
      <details className="rounded-lg border border-line px-3 py-2 text-sm">
        <summary className="font-medium">The browser warns about the certificate</summary>
        <p className="my-2 text-xs text-soft">
          This happens once, because this machine created the certificate. Open the certificate in the warning
          and check that its fingerprint matches this one.
        </p>
        <Fingerprint fingerprints={invitation.fingerprints} />
      </details>
    </Dialog>
  );
}
