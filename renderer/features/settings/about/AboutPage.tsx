import { type ReactNode, useState } from "react";
import type { About } from "../../../../server/domains/installation/health/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useAbout, useLicences } from "./api.ts";
import { LicenseList } from "./LicenseList.tsx";

function Fact({ label, children, copy }: { label: string; children: ReactNode; copy?: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 py-1.5">
      <dt className="w-28 shrink-0 text-soft">{label}</dt>
      <dd className="flex min-w-0 flex-1 basis-36 items-center gap-1 wrap-anywhere">
        {children}
        {copy !== undefined && <CopyButton label={`Copy: ${label}`} text={() => copy} />}
      </dd>
    </div>
  );
}

function Facts({ about }: { about: About }) {
  return (
    <dl className="-my-1.5 divide-y divide-line text-sm">
      <Fact label="Version" copy={about.version}>
        {about.version}
      </Fact>
      <Fact label="Address" copy={location.origin}>
        {location.origin}
      </Fact>
      <Fact label="Data folder" copy={about.data_folder}>
        <code className="font-mono text-xs">{about.data_folder}</code>
      </Fact>
      <Fact label="Running">
        <span>
          On {about.platform}, started <RelativeTime instant={about.started_at} spoken />
        </span>
      </Fact>
      {about.runtime.map(({ name, version }) => (
        <Fact key={name} label={name}>
          {version}
        </Fact>
      ))}
    </dl>
  );
}

function LicenceBlock() {
  const [open, setOpen] = useState(false);
  const query = useLicences(open);
  return (
    <SettingsSection
      title="Licenses"
      description="Signalbox is released under the MIT license and includes third-party packages."
      action={
        !open && (
          <Button size="small" onClick={() => setOpen(true)}>
            Show packages
          </Button>
        )
      }
    >
      {open ? (
        <QueryContent query={query} what="the licenses" lines={8}>
          {(licences) => <LicenseList licences={licences} />}
        </QueryContent>
      ) : (
        <p className="text-sm text-soft">Every package that ships with Signalbox, with its license text.</p>
      )}
    </SettingsSection>
  );
}

/** Version, environment and licenses. */
export function AboutPage() {
  return (
    <>
      <SettingsSection title="Signalbox" description="A control room for coding agents on your own machine.">
        <QueryContent query={useAbout()} what="the facts" lines={6}>
          {(about) => <Facts about={about} />}
        </QueryContent>
      </SettingsSection>
      <LicenceBlock />
    </>
  );
}
