import { z } from "zod/mini";
import type {
  FormContent,
  FormField,
  RequestedSchema,
} from "../../../server/domains/sessions/elicitations/model.ts";
import { localDateTime } from "../../lib/local-date-time.ts";

const values = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]));
/** The values of the controls: numbers as typed, times in local time. */
export type Values = z.infer<typeof values>;

/** The initial values of the form: the defaults of the question. */
export const defaultValues = ({ properties }: RequestedSchema): Values =>
  Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, startValue(field)]));

function startValue(field: FormField): Values[string] {
  switch (field.type) {
    case "boolean":
      return field.default ?? false;
    case "array":
      return field.default ?? [];
    case "number":
    case "integer":
      return field.default === undefined ? "" : String(field.default);
    case "string":
      return isTime(field) ? localTime(field.default) : (field.default ?? "");
  }
}

const isTime = (field: FormField): boolean => "format" in field && field.format === "date-time";

const localTime = (instant: string | undefined): string =>
  instant === undefined || Number.isNaN(Date.parse(instant)) ? "" : localDateTime(new Date(instant));

/** The answer as it is sent, without empty fields. An invalid number is sent as typed, so that the service refuses it. */
export function toFormContent(typed: Values, { properties }: RequestedSchema): FormContent {
  const entries = Object.entries(properties).map(
    ([name, field]) => [name, sentValue(typed[name], field)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function sentValue(value: Values[string] | undefined, field: FormField): unknown {
  if (typeof value !== "string") return Array.isArray(value) && value.length === 0 ? undefined : value;
  if (value === "") return undefined;
  if (field.type === "number" || field.type === "integer") return sentNumber(value);
  return isTime(field) && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : value;
}

const sentNumber = (text: string): number | string => {
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== "" ? number : text;
};

/** The values of a stored draft, or the initial values if the draft is invalid. */
export function restoreValues(draft: string, start: Values): Values {
  try {
    const read = values.safeParse(JSON.parse(draft));
    return read.success ? { ...start, ...read.data } : start;
  } catch {
    return start;
  }
}
