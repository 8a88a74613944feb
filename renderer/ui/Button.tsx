import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";

/** Also for a link that looks like a button. */
export const buttonLook = cva(
  "touch-target inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none transition-colors disabled:opacity-55 disabled:cursor-default aria-disabled:opacity-55",
  {
    variants: {
      variant: {
        primary: "bg-accent-fill text-on-accent hover:bg-accent-fill-hover",
        plain: "border border-line-strong bg-surface text-ink hover:bg-hover",
        quiet: "text-soft hover:bg-hover hover:text-ink",
        danger: "bg-failed-fill text-on-accent hover:brightness-110",
      },
      size: {
        normal: "h-8 px-3 text-sm pointer-coarse:h-10",
        small: "h-7 px-2 text-xs pointer-coarse:h-9",
        icon: "size-7 pointer-coarse:size-10",
      },
    },
    defaultVariants: { variant: "plain", size: "normal" },
  },
);

export type ButtonVariants = VariantProps<typeof buttonLook>;

interface Props extends ComponentProps<"button">, ButtonVariants {
  /** Shows a spinner and disables the button. */
  busy?: boolean;
}

export function Button({ variant, size, busy = false, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      disabled={busy || rest.disabled}
      className={buttonLook({ variant, size, className })}
    >
      {busy && <LoaderCircle aria-hidden className="size-3.5 animate-spin" />}
      {(!busy || size !== "icon") && children}
    </button>
  );
}
