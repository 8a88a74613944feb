import type { FormField, RequestedSchema } from "../../../server/domains/sessions/elicitations/model.ts";
import type { SelectOption } from "../../ui/Select.tsx";

type TextType = "text" | "email" | "url" | "date" | "datetime-local" | "number";

export type Control =
  | { kind: "check" }
  | { kind: "choice"; options: SelectOption[] }
  | { kind: "choices"; options: SelectOption[] }
  | { kind: "text"; type: TextType; whole: boolean; min?: number | undefined; max?: number | undefined };

export interface FormFieldView {
  name: string;
  label: string;
  description: string | null;
  required: boolean;
  control: Control;
}

export const fieldViews = ({ properties, required }: RequestedSchema): FormFieldView[] =>
  Object.entries(properties).map(([name, field]) => ({
    name,
    label: field.title ?? name,
    description: field.description ?? null,
    required: required.includes(name),
    control: controlOf(field),
  }));

const textTypes = { email: "email", uri: "url", date: "date", "date-time": "datetime-local" } as const;

function controlOf(field: FormField): Control {
  switch (field.type) {
    case "boolean":
      return { kind: "check" };
    case "number":
    case "integer":
      return {
        kind: "text",
        type: "number",
        whole: field.type === "integer",
        min: field.minimum,
        max: field.maximum,
      };
    case "array":
      return { kind: "choices", options: itemOptions(field.items) };
    case "string":
      return textControl(field);
  }
}

function textControl(field: Extract<FormField, { type: "string" }>): Control {
  if ("enum" in field)
    return { kind: "choice", options: field.enum.map((value, at) => option(value, field.enumNames?.[at])) };
  if ("oneOf" in field) return { kind: "choice", options: titled(field.oneOf) };
  const type = field.format === undefined ? "text" : textTypes[field.format];
  return { kind: "text", type, whole: false, min: field.minLength, max: field.maxLength };
}

const option = (value: string, label: string | undefined): SelectOption => ({ value, label: label ?? value });
const titled = (choices: readonly { const: string; title?: string | undefined }[]): SelectOption[] =>
  choices.map(({ const: value, title }) => option(value, title));
const itemOptions = (items: Extract<FormField, { type: "array" }>["items"]): SelectOption[] =>
  "enum" in items ? items.enum.map((value) => option(value, undefined)) : titled(items.anyOf);

/** The field of a question that only asks for yes or no. */
export function yesNoField(fields: readonly FormFieldView[]): FormFieldView | null {
  const [field, ...others] = fields;
  return field?.control.kind === "check" && others.length === 0 ? field : null;
}

interface Refused {
  byField: ReadonlyMap<string, string>;
  /** Sentences that do not name a field. */
  others: readonly string[];
}

/** Assigns the sentences of a refusal to their fields. Each begins with the name of its field. */
export function groupErrors(sentences: readonly string[], fields: readonly FormFieldView[]): Refused {
  const byField = new Map<string, string>();
  const longestFirst = fields.toSorted((a, b) => b.name.length - a.name.length);
  const others = sentences.filter((sentence) => {
    const field = longestFirst.find(({ name }) => sentence.startsWith(`${name} `));
    if (field) byField.set(field.name, `${field.label}${sentence.slice(field.name.length)}`);
    return !field;
  });
  return { byField, others };
}
