import type { Configs } from "../../../server/domains/agents/configs/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Section } from "../../ui/Section.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useConfigs } from "../new-session/use-configs.ts";
import { Extensions } from "./Extensions.tsx";
import { Goal } from "./Goal.tsx";
import { Heartbeat } from "./Heartbeat.tsx";
import { ModelSettings } from "./ModelSettings.tsx";
import { SchedulingClass } from "./SchedulingClass.tsx";
import { Visibility } from "./Visibility.tsx";

function FromCatalog({ session, configs }: { session: Session; configs: Configs }) {
  return (
    <>
      <Goal session={session} configs={configs} />
      <Section title="Agent">
        <ModelSettings session={session} configs={configs} />
      </Section>
      <Section title="Extensions">
        <Extensions session={session} configs={configs} />
      </Section>
    </>
  );
}

function Catalog({ session }: { session: Session }) {
  const { data, isPending, error, refetch } = useConfigs();
  if (data) return <FromCatalog session={session} configs={data} />;
  if (isPending) return <Skeleton lines={8} label="Loading the catalog" />;
  return (
    <div className="p-4">
      <ErrorAlert title="The catalog could not be loaded" messages={errorMessages(error)}>
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </ErrorAlert>
    </div>
  );
}

/** What of a session can be set while it lives. */
export function SessionSettings({ session }: { session: Session }) {
  return (
    <>
      <Catalog key={session.id} session={session} />
      <Section title="Scheduling">
        <SchedulingClass session={session} />
      </Section>
      <Section title="Heartbeat">
        <Heartbeat key={session.id} session={session} />
      </Section>
      <Section title="On the board">
        <Visibility key={session.id} session={session} />
      </Section>
    </>
  );
}
