import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { changeSandbox, useSandboxes } from "../sandbox/api.ts";
import { text } from "../sandbox/text.ts";
import { inForceText, levelOptions, levelWithout, meaningOf } from "../sandbox/view-model.ts";
import { useSessionSetting } from "./use-session-setting.ts";

/** What the agent can reach, who decided that, and what the session itself asks for. */
export function Sandbox({ session }: { session: Session }) {
  const { data } = useSandboxes();
  const { value, change, busy } = useSessionSetting({
    sessionId: session.id,
    current: session.sandbox.wished,
    send: (sandbox: string | null) => changeSandbox(session.id, sandbox),
    refused: text.failed,
  });
  if (!data) return null;
  const preset = levelWithout(data, session.repository_trust?.address ?? null);
  return (
    <div className="flex flex-col gap-2">
      <div className="text-xs text-soft">
        {[...inForceText(session.sandbox), meaningOf(data, session.sandbox.level)].map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <SelectField
        label={text.atLeast}
        hint={text.nextTurn}
        options={levelOptions(data, preset, value ?? "")}
        value={value ?? ""}
        disabled={busy}
        onValueChange={(chosen) => change(chosen === "" ? null : chosen)}
      />
    </div>
  );
}
