import { type ReactNode, useState } from "react";
import type { About } from "../../../../server/domains/installation/health/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useAbout, useLicences } from "./api.ts";
import { LicenseList } from "./LicenseList.tsx";
import { text } from "./text.ts";

function Fact({ label, children, copy }: { label: string; children: ReactNode; copy?: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 py-1.5">
      <dt className="w-28 shrink-0 text-soft">{label}</dt>
      <dd className="flex min-w-0 flex-1 basis-36 items-center gap-1 wrap-anywhere">
        {children}
        {copy !== undefined && <CopyButton label={text.facts.copy(label)} text={() => copy} />}
      </dd>
    </div>
  );
}

function Facts({ about }: { about: About }) {
  return (
    <dl className="-my-1.5 divide-y divide-line text-sm">
      <Fact label={text.facts.version} copy={about.version}>
        {about.version}
      </Fact>
      <Fact label={text.facts.address} copy={location.origin}>
        {location.origin}
      </Fact>
      <Fact label={text.facts.dataFolder} copy={about.data_folder}>
        <code className="font-mono text-xs">{about.data_folder}</code>
      </Fact>
      <Fact label={text.facts.running}>
        <span>
          {text.facts.startedOn(about.platform)} <RelativeTime instant={about.started_at} spoken />
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
      title={text.licenses.title}
      description={text.licenses.description}
      action={
        !open && (
          <Button size="small" onClick={() => setOpen(true)}>
            {text.licenses.show}
          </Button>
        )
      }
    >
      {open ? (
        <QueryContent query={query} what={text.licenses.loading} lines={8}>
          {(licenses) => <LicenseList licenses={licenses} />}
        </QueryContent>
      ) : (
        <p className="text-sm text-soft">{text.licenses.intro}</p>
      )}
    </SettingsSection>
  );
}

export function AboutPage() {
  return (
    <>
      <SettingsSection title={text.page.title} description={text.page.description}>
        <QueryContent query={useAbout()} what={text.page.loading} lines={6}>
          {(about) => <Facts about={about} />}
        </QueryContent>
      </SettingsSection>
      <LicenceBlock />
    </>
  );
}
