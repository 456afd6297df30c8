const MIN_LENGTH = 6;
const REDACTED = '[redacted]';

/**
 * Takes the credentials that are sent to a server out of what it answers: some echo them, and answers are quoted in
 * reports. Shorter values than six characters stay, since nothing would be left of an ordinary text without them.
 * @param headers those that carry the credentials; of "Bearer x", x is one too
 */
export function redactor(headers: Readonly<Record<string, string>>): (text: string) => string {
  const secrets = Object.values(headers)
    .flatMap((value) => [value.trim(), value.trim().split(' ').at(-1) ?? ''])
    .filter((secret) => secret.length >= MIN_LENGTH);
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
}
