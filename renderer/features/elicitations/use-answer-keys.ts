import { type KeyboardEvent, type RefObject, useEffect } from "react";
import { matchesShortcut, popups } from "../../lib/keyboard.ts";
import { answerByKey } from "./answer-keys.ts";
import type { FormFieldView } from "./fields.ts";
import type { useAnswer } from "./use-answer.ts";

type Answer = ReturnType<typeof useAnswer>;

/** Marks the form of a question. */
export const questionAttribute = "data-question";
/** Names the element of a field, in which its keys work. */
export const fieldAttribute = "data-answer-field";

const controls = "input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";
/** In a group of radio buttons the chosen one has the focus. */
const controlIn = (field: Element | null | undefined): HTMLElement | null =>
  field?.querySelector<HTMLElement>("input[type=radio]:checked") ?? field?.querySelector(controls) ?? null;

const takesText = (target: Element): boolean =>
  target.matches("select, textarea, input:not([type=checkbox], [type=radio])");

function focusForm(form: HTMLElement | null): void {
  (controlIn(form?.querySelector(`[${fieldAttribute}]`)) ?? form)?.focus({ preventScroll: true });
}

/** Puts the keyboard into the first question on the page. Returns false if there is none. */
export function focusQuestion(): boolean {
  const form = document.querySelector<HTMLElement>(`[${questionAttribute}]`);
  focusForm(form);
  return form !== null;
}

/** Puts the keyboard into the form of a question once, unless it has only Yes and No: Enter must not answer by accident. */
export function useFocusOnOpening(form: RefObject<HTMLFormElement | null>, wanted: boolean): void {
  useEffect(() => {
    if (!wanted || document.querySelector(popups) !== null) return;
    const focused = document.activeElement;
    // A person who types already goes on.
    if (focused !== null && takesText(focused)) return;
    focusForm(form.current);
  }, [form, wanted]);
}

/** Answers the fields of a form by keys: each answer leads on to the next field, the last one to the button that sends it. */
export function useAnswerKeys(
  form: RefObject<HTMLFormElement | null>,
  of: { answer: Answer; yesNo: FormFieldView | null; blocked: boolean },
): (event: KeyboardEvent<HTMLFormElement>) => void {
  const { answer, yesNo, blocked } = of;

  function leaveField(name: string): void {
    const elements = [...(form.current?.querySelectorAll(`[${fieldAttribute}]`) ?? [])];
    const at = elements.findIndex((element) => element.getAttribute(fieldAttribute) === name);
    const next = controlIn(elements[at + 1]) ?? form.current?.querySelector<HTMLElement>("[type=submit]");
    next?.focus();
  }

  function answered(event: KeyboardEvent<HTMLFormElement>, target: Element): boolean {
    if (matchesShortcut(event, "mod+enter")) {
      if (yesNo !== null) return false;
      answer.accept();
      return true;
    }
    if (takesText(target)) return false;
    const name =
      target.closest(`[${fieldAttribute}]`)?.getAttribute(fieldAttribute) ?? answer.fields[0]?.name;
    const field = answer.fields.find((one) => one.name === name);
    const given = field && answerByKey(field, answer.values[field.name], event);
    if (!field || !given) return false;
    if (yesNo !== null) answer.acceptWith(field.name, given.value === true);
    else answer.set(field.name, given.value);
    if (yesNo === null && given.complete) leaveField(field.name);
    return true;
  }

  return (event) => {
    if (blocked || event.defaultPrevented || !(event.target instanceof Element)) return;
    if (!answered(event, event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
