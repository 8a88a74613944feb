import { Link } from "@tanstack/react-router";
import type { AccountRotation } from "../../../server/domains/agents/accounts/model.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import { text } from "./text.ts";

const words = text.rotations;

function Name({ of }: { of: AccountRotation["from"] }) {
  if (of === null) return <span className="text-faint">{words.none}</span>;
  return (
    <span className="wrap-anywhere">
      {of.email}
      {of.deleted && <span className="text-faint"> ({words.deleted})</span>}
    </span>
  );
}

function Row({ rotation }: { rotation: AccountRotation }) {
  const { at, from, to, reason, triggered_by, session_id } = rotation;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-line py-2 text-sm last:border-0">
      <RelativeTime instant={at} className="w-14 shrink-0 text-xs text-faint" />
      <span className="min-w-0 flex-1 basis-56">
        <Name of={from} /> <span className="text-faint">{words.to}</span> <Name of={to} />
      </span>
      <span className="text-xs text-soft">
        {words.reasons[reason] ?? reason}
        {triggered_by !== null && ` ${words.by(triggered_by)}`}
        {session_id !== null && (
          <>
            {" · "}
            <Link
              to="/sessions/$id"
              params={{ id: String(session_id) }}
              className="text-accent hover:underline"
            >
              {words.session(session_id)}
            </Link>
          </>
        )}
      </span>
    </li>
  );
}

/** Which account served when, and why that changed. */
export function Rotations({ log }: { log: readonly AccountRotation[] }) {
  return (
    <SettingsSection title={words.title}>
      {log.length === 0 ? (
        <p className="text-sm text-faint">{words.empty}</p>
      ) : (
        <ol className="-my-2 max-h-96 overflow-y-auto" aria-label={words.title}>
          {log.map((rotation, index) => (
            // Several can happen in one second.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <Row key={`${rotation.at}:${index}`} rotation={rotation} />
          ))}
        </ol>
      )}
    </SettingsSection>
  );
}
