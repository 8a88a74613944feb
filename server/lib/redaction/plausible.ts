/** What people write where a secret will go. */
const placeholder =
  /^[$%<{]|^your|your[-_]|x{4}|\*{3}|\.{3}|place-?_?holder|change-?_?me|replace-?_?(?:me|with)|-here$|_here$|redacted/i;
const wordJoint = /[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/;
const constantName = /^[A-Z]+(?:_[A-Z]+)*$/;
const trivialPasswords = new Set(["pass", "password", "passwd", "pwd", "secret", "token", "pw"]);

function isPlaceholder(value: string): boolean {
  return placeholder.test(value);
}

/** An environment file's value: anything but a placeholder and the name of another variable. */
export function isEnvironmentSecret(value: string): boolean {
  return !isPlaceholder(value) && !constantName.test(value);
}

/** A value next to a suspicious name in code or data, where identifiers and slugs are as common as secrets. */
export function isAssignedSecret(value: string): boolean {
  return !isPlaceholder(value) && value.split(".").some((part) => part.length >= 16 && !isWordy(part));
}

/** As above without quotes, so that it could be an identifier: `idToken2` and `signWithV4Credentials` are kept. */
export function isBareSecret(value: string): boolean {
  const isIdentifier =
    /^[A-Za-z_]+\d{0,2}[A-Za-z_]*$/.test(value) && /token|secret|password|credential|key/i.test(value);
  return (
    isAssignedSecret(value) && !(isIdentifier && value.split(wordJoint).every((part) => part.length <= 15))
  );
}

export function isHeaderSecret(value: string): boolean {
  return !isPlaceholder(value) && !isWordy(value);
}

export function isUrlPassword(value: string): boolean {
  return !isPlaceholder(value) && !trivialPasswords.has(value.toLowerCase());
}

/**
 * Words as programmers join them: `resetPasswordForm`, `gray-100-hover`. Runs of letters as long as words, and up to four
 * separate digits; a digit next to a letter makes it a secret.
 */
function isWordy(value: string): boolean {
  return value
    .split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/)
    .every((part) => /^(?:[A-Za-z]{0,15}|\d{1,4})$/.test(part));
}
