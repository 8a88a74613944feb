import { Plus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { AddModelDialog, type AddModelProps } from "./AddModelDialog.tsx";
import { text } from "./text.ts";

interface Props extends AddModelProps, Pick<ComponentProps<typeof Button>, "variant" | "disabled"> {}

/** Beside a choice of models, for one that is missing there. */
export function AddModelButton({ variant = "quiet", disabled, ...props }: Props) {
  const [open, setOpen] = useState(false);
  const [only, ...others] = props.runtimes;
  const isForOne = only !== undefined && others.length === 0;
  return (
    <>
      <Button
        size="small"
        variant={variant}
        disabled={disabled}
        className="self-start"
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden className="size-3.5" />
        <span>
          {text.add.button}
          {isForOne && <span className="sr-only">{text.add.toRuntime(only.label)}</span>}
        </span>
      </Button>
      {open && <AddModelDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
