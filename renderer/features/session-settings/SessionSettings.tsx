import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
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
import { Sandbox } from "./Sandbox.tsx";
import { SchedulingClass } from "./SchedulingClass.tsx";
import { text } from "./text.ts";
import { Visibility } from "./Visibility.tsx";

function FromCatalog({ session, configs }: { session: Session; configs: Configs }) {
  return (
    <>
      <Goal session={session} configs={configs} />
      <Section title={text.sessionSettings.agent}>
        <ModelSettings session={session} configs={configs} />
      </Section>
      <Section title={text.sessionSettings.extensions}>
        <Extensions session={session} configs={configs} />
      </Section>
    </>
  );
}

function Catalog({ session }: { session: Session }) {
  const { data, isPending, error, refetch } = useConfigs();
  if (data) return <FromCatalog session={session} configs={data} />;
  if (isPending) return <Skeleton lines={8} label={text.sessionSettings.loading} />;
  return (
    <div className="p-4">
      <ErrorAlert title={text.sessionSettings.failed} messages={errorMessages(error)}>
        <Button size="small" onClick={() => void refetch()}>
          {text.sessionSettings.tryAgain}
        </Button>
      </ErrorAlert>
    </div>
  );
}

/** The settings that can be changed while a session is open. */
export function SessionSettings({ session }: { session: Session }) {
  return (
    <>
      <Catalog key={session.id} session={session} />
      <Section title={text.sessionSettings.sandbox}>
        <Sandbox session={session} />
      </Section>
      <Section title={text.sessionSettings.scheduling}>
        <SchedulingClass session={session} />
      </Section>
      <Section title={text.sessionSettings.heartbeat}>
        <Heartbeat key={session.id} session={session} />
      </Section>
      <Section title={text.sessionSettings.board}>
        <Visibility key={session.id} session={session} />
      </Section>
    </>
  );
}
