import { useNavigate } from "@tanstack/react-router";
import { EyeOff, Hourglass, MessageCircleQuestion } from "lucide-react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { useAction } from "../../selection/use-action.ts";
import type { Remedy, RowChip } from "./row-chips.ts";

const looks = {
  question: { Icon: MessageCircleQuestion, tone: "bg-needs-soft text-needs" },
  wait: { Icon: Hourglass, tone: "bg-sunken text-soft" },
  place: { Icon: EyeOff, tone: "bg-sunken text-soft" },
} satisfies Record<RowChip["kind"], unknown>;

/** Beside a title it is the first to give way, down to a word or two. */
const shape =
  "inline-flex h-5 max-w-72 min-w-20 shrink-[9999] items-center gap-1 rounded-full px-2 text-2xs font-normal";

function useRemedy(session: Session): (remedy: Remedy) => void {
  const navigate = useNavigate();
  const act = useAction();
  return (remedy) => {
    if (remedy.kind === "class") act("priority", [session]);
    else if (remedy.kind === "open") void navigate({ href: remedy.path });
    else void navigate({ to: "/sessions/$id", params: { id: String(session.id) } });
  };
}

function Chip({ chip, mend }: { chip: RowChip; mend(remedy: Remedy): void }) {
  const { label, at, remedy } = chip;
  const { Icon, tone } = looks[chip.kind];
  const content = (
    <>
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className="truncate">{label}</span>
    </>
  );
  if (remedy === null)
    return (
      <span title={at ?? label} className={`${shape} ${tone}`}>
        {content}
      </span>
    );
  const says = remedy.label === label ? label : `${label}. ${remedy.label}`;
  const tip = at === undefined ? says : `${at}. ${remedy.label}`;
  return (
    <button
      type="button"
      title={tip}
      aria-label={says}
      onClick={() => mend(remedy)}
      className={`${shape} relative z-10 h-6! hover:underline ${tone}`}
    >
      {content}
    </button>
  );
}

/** Why a session does not move, each with its remedy at a press. */
export function RowChips({ session, chips }: { session: Session; chips: readonly RowChip[] }) {
  const mend = useRemedy(session);
  return chips.map((chip) => <Chip key={chip.kind} chip={chip} mend={mend} />);
}
