import type { Fingerprints } from "../../../../server/domains/access/lan/model.ts";

/** What the other device's browser shows of the certificate, to be compared sign by sign. */
export function Fingerprint({ fingerprints }: { fingerprints: Fingerprints }) {
  return (
    <dl className="flex flex-col gap-2 text-xs">
      {[
        { label: "Certificate (SHA-256)", value: fingerprints.certificate },
        { label: "Public key (SHA-256)", value: fingerprints.public_key },
      ].map(({ label, value }) => (
        <div key={label}>
          <dt className="text-soft">{label}</dt>
          <dd className="font-mono text-2xs leading-5 wrap-anywhere text-ink select-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
