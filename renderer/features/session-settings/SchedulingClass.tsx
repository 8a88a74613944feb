import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { updateSession } from "../sessions/api.ts";
import { text as sessionText } from "../sessions/text.ts";
import { text } from "./text.ts";
import { useSessionSetting } from "./use-session-setting.ts";

export function SchedulingClass({ session }: { session: Session }) {
  const { value, change, busy } = useSessionSetting({
    sessionId: session.id,
    current: session.scheduling_class,
    send: (scheduling_class: string | null) => updateSession(session.id, { scheduling_class }),
    refused: text.schedulingClass.failed,
  });
  const preset =
    session.scheduling_class === null
      ? text.schedulingClass.automaticIs(sessionText.classes[session.priority_class])
      : text.schedulingClass.automatic;
  return (
    <SelectField
      label={text.schedulingClass.label}
      hint={text.schedulingClass.hint}
      options={[
        { value: "", label: preset },
        { value: "priority", label: sessionText.classes.priority },
        { value: "spot", label: sessionText.classes.spot },
      ]}
      value={value ?? ""}
      disabled={busy}
      onValueChange={(chosen) => change(chosen === "" ? null : chosen)}
    />
  );
}
