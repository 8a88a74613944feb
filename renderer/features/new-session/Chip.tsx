import { ChevronDown, type LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { AutocompleteInput } from "../../ui/AutocompleteInput.tsx";
import type { SelectOption } from "../../ui/Select.tsx";

interface ChipProps {
  label: string;
  icon: LucideIcon;
  /** Where the value comes from, such as "Your default". */
  source?: string | null;
}

type InnerIds = { "aria-label": string; title: string; "aria-describedby"?: string };

function Chip({
  label,
  icon: Icon,
  source = null,
  children,
}: ChipProps & { children(ids: InnerIds): ReactNode }) {
  const id = useId();
  return (
    <span className="inline-flex h-8 max-w-full min-w-0 items-center rounded-full border border-edge bg-surface ps-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-accent pointer-coarse:h-10">
      <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
      {children({
        "aria-label": label,
        title: source === null ? label : `${label}: ${source}`,
        ...(source !== null && { "aria-describedby": id }),
      })}
      {source !== null && (
        <span id={id} hidden>
          {source}
        </span>
      )}
    </span>
  );
}

interface SelectProps extends ChipProps {
  options: readonly SelectOption[];
  value: string;
  onValueChange(value: string): void;
}

/** A setting that shows its value and is changed in place, with the native list of options. */
export function ChipSelect({ options, value, onValueChange, ...chip }: SelectProps) {
  return (
    <Chip {...chip}>
      {(ids) => (
        <span className="relative flex h-full min-w-0 items-center">
          <select
            {...ids}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            className="field-sizing-content h-full max-w-52 min-w-0 appearance-none truncate rounded-full bg-transparent ps-1.5 pe-7 outline-none"
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} className="bg-surface text-ink">
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute end-2.5 size-3 shrink-0 text-faint"
          />
        </span>
      )}
    </Chip>
  );
}

interface TextProps extends ChipProps {
  value: string;
  onValueChange(value: string): void;
  suggestions: readonly string[];
  placeholder: string;
  required?: boolean;
  /** Its width. */
  className: string;
}

/** A setting that is typed, with suggestions. */
export function ChipText({ label, icon, source, className, ...field }: TextProps) {
  return (
    <Chip label={label} icon={icon} source={source ?? null}>
      {(ids) => (
        <AutocompleteInput
          {...field}
          {...ids}
          className={`h-full min-w-0 rounded-full bg-transparent ps-1.5 pe-3 font-mono text-xs outline-none placeholder:text-faint ${className}`}
        />
      )}
    </Chip>
  );
}
