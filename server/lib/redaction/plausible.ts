import { readsAsWords } from "./words.ts";

const template = /^(?:[<{[]|\$[{(]|\$[A-Za-z_]\w*$|%[sdv]$|%\(|%[A-Za-z_]+%$)/;
const fillers = /x{4,}|\*{3,}|\.{3,}|_{4,}/gi;
const emptyValue = /^(?:undefined|null|none|true|false)$/i;
const stepIn =
  /(?:^|[^a-z])(?:your?|my|here|example|placeholder|redacted|dummy|fake|change-?_?me|replace-?_?(?:me|with))(?:$|[^a-z])/i;
const wordJoint = /[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/;
const constantName = /^[A-Z]+(?:_[A-Z]+)*$/;
const trivialPasswords = new Set(["pass", "password", "passwd", "pwd", "secret", "token", "pw"]);

/** What people write where a secret will go. It is one as a whole: a secret that has `xxxx` in it is a secret. */
function isPlaceholder(value: string): boolean {
  if (template.test(value) || emptyValue.test(value)) return true;
  const rest = value.replace(fillers, "");
  if (rest !== value) return /^[A-Za-z_-]{0,8}$/.test(rest) || isWordy(rest);
  return stepIn.test(value.replace(wordJoint, "-")) && isWordy(value);
}

/** In the place of a credential, such as a header: anything but a placeholder. */
export function isCredential(value: string): boolean {
  return !isPlaceholder(value);
}

/** An environment file's value: anything but a placeholder and the name of another variable. */
export function isEnvironmentSecret(value: string): boolean {
  return !isPlaceholder(value) && !(constantName.test(value) && readsAsWords(value));
}

/** A value next to a suspicious name in code or data, where identifiers and slugs are as common as secrets. */
export function isAssignedSecret(value: string): boolean {
  return !isPlaceholder(value) && value.split(".").some((part) => part.length >= 16 && !isWordy(part));
}

/** As above without quotes, so that it could be an identifier: `idToken2` and `signWithV4Credentials` are kept. */
export function isBareSecret(value: string): boolean {
  const isIdentifier =
    /^[A-Za-z_]+\d{0,2}[A-Za-z_]*$/.test(value) &&
    /token|secret|password|credential|key/i.test(value) &&
    readsAsWords(value);
  return (
    isAssignedSecret(value) && !(isIdentifier && value.split(wordJoint).every((part) => part.length <= 15))
  );
}

/** In a sentence or as a user's name, where words stand as often as a secret. */
export function isUnlikeWords(value: string): boolean {
  return !isPlaceholder(value) && !isWordy(value);
}

/** What code has in such a place: a selector, a single word, a path, a date, a call. */
const codeAsPassword = /^(?:[#.@%][A-Za-z][\w-]*|[A-Z]?[a-z]{1,10}|[A-Z]{1,10}|~?\/.*|[\d.:/-]+|\w+\(.*)$/;

/** In the place of a password: anything but words, a placeholder, and what a shell or a program puts in. */
export function isPassword(value: string): boolean {
  if (isPlaceholder(value) || /^\$[\w({]/.test(value) || trivialPasswords.has(value.toLowerCase()))
    return false;
  if (codeAsPassword.test(value)) return false;
  return !isWordy(value) || /[!#%&*?@^~]/.test(value);
}

/** As above without quotes, where a name of code could stand: only what no name looks like. */
export function isMixedPassword(value: string): boolean {
  const isMixed = /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value);
  return isPassword(value) && (isMixed || /(?:\d\D*){4}/.test(value)) && isBareSecretPart(value);
}

const isBareSecretPart = (value: string): boolean => !/token|secret|password|credential|key/i.test(value);

export function isUrlPassword(value: string): boolean {
  return !isPlaceholder(value) && !trivialPasswords.has(value.toLowerCase());
}

/**
 * Words as programmers join them: `resetPasswordForm`, `gray-100-hover`. Runs of letters as long as words that also read as
 * such, and up to four separate digits; a digit next to a letter makes it a secret, and so do four groups of one length.
 */
function isWordy(value: string): boolean {
  const parts = value.split(wordJoint);
  return (
    parts.every((part) => /^(?:[A-Za-z]{0,15}|\d{1,4})$/.test(part)) &&
    !(parts.length >= 4 && parts.every((part) => part.length === parts[0]?.length)) &&
    readsAsWords(value)
  );
}
