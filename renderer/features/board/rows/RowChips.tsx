import { useNavigate } from "@tanstack/react-router";
import {
  Check,
  CircleAlert,
  CircleDashed,
  Eye,
  EyeOff,
  Hourglass,
  MessageCircleQuestion,
} from "lucide-react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { useAction } from "../../selection/use-action.ts";
import type { ChipAction, RowChip } from "./row-chips.ts";

const looks = {
  question: { Icon: MessageCircleQuestion, tone: "bg-needs-soft text-needs" },
  review: { Icon: Eye, tone: "bg-needs-soft text-needs" },
  failed: { Icon: CircleAlert, tone: "bg-failed-soft text-failed" },
  ci: { Icon: Hourglass, tone: "bg-sunken text-soft" },
  done: { Icon: Check, tone: "bg-sunken text-soft" },
  idle: { Icon: CircleDashed, tone: "bg-sunken text-soft" },
  wait: { Icon: Hourglass, tone: "bg-sunken text-soft" },
  place: { Icon: EyeOff, tone: "bg-sunken text-soft" },
} satisfies Record<RowChip["kind"], unknown>;

/** A target of 24 pixels that looks and takes as little room as a chip that cannot be pressed. */
const target = "relative z-10 -my-0.5 h-6! border-y-2 border-transparent bg-clip-padding hover:underline";
const shape = "inline-flex h-5 max-w-72 items-center gap-1 rounded-full px-2 text-2xs font-normal";
/** A few words stay whole; a sentence shrinks before the title does, down to as many. */
const wholeCharacters = 28;
const widthOf = ({ label }: RowChip): string =>
  label.length <= wholeCharacters ? "shrink-0" : "min-w-44 shrink-[9999]";

function useChipAction(session: Session): (action: ChipAction) => void {
  const navigate = useNavigate();
  const runAction = useAction();
  return (action) => {
    if (action.kind === "class") runAction("priority", [session]);
    else if (action.kind === "open") void navigate({ href: action.path });
    else void navigate({ to: "/sessions/$id", params: { id: String(session.id) } });
  };
}

interface ChipProps {
  chip: RowChip;
  onAction(action: ChipAction): void;
  /** Whether what it opens is shown. */
  isExpanded?: boolean | undefined;
}

function Chip({ chip, onAction, isExpanded }: ChipProps) {
  const { label, at, action, tip: more } = chip;
  const { Icon, tone } = looks[chip.kind];
  const content = (
    <>
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className="truncate">{label}</span>
    </>
  );
  if (action === null)
    return (
      <span title={at ?? more ?? label} className={`${shape} ${widthOf(chip)} ${tone}`}>
        {content}
      </span>
    );
  const spoken = action.label === label ? label : `${label}. ${action.label}`;
  const tip = at === undefined ? spoken : `${at}. ${action.label}`;
  return (
    <button
      type="button"
      title={tip}
      aria-label={spoken}
      aria-expanded={isExpanded}
      onClick={() => onAction(action)}
      className={`${shape} ${widthOf(chip)} ${target} ${tone}`}
    >
      {content}
    </button>
  );
}

interface Props {
  session: Session;
  chips: readonly RowChip[];
  /** Answers a question in the row; without it, the session is opened for that. */
  reply?: { isOpen: boolean; toggle(): void };
}

/** Why a session is not progressing; pressing a chip runs its action. */
export function RowChips({ session, chips, reply }: Props) {
  const onAction = useChipAction(session);
  return chips.map((chip) => {
    const answers = chip.kind === "question" ? reply : undefined;
    return (
      <Chip key={chip.kind} chip={chip} onAction={answers?.toggle ?? onAction} isExpanded={answers?.isOpen} />
    );
  });
}
