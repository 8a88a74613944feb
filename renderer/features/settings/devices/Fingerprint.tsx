import type { Fingerprints } from "../../../../server/domains/access/lan/model.ts";
import { text } from "./text.ts";

/** Both fingerprints, to be compared with those in the browser of the other device. */
export function Fingerprint({ fingerprints }: { fingerprints: Fingerprints }) {
  return (
    <dl className="flex flex-col gap-2 text-xs">
      {[
        { label: text.fingerprint.certificate, value: fingerprints.certificate },
        { label: text.fingerprint.publicKey, value: fingerprints.public_key },
      ].map(({ label, value }) => (
        <div key={label}>
          <dt className="text-soft">{label}</dt>
          <dd className="font-mono text-2xs leading-5 wrap-anywhere text-ink select-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
