/** Replaces every secret in a text, also as JSON or a URL would spell it. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== "")
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
    ])
    .sort((a, b) => b.length - a.length) // a secret that contains another goes first
    .reduce((line, secret) => line.replaceAll(secret, "[secret]"), text);
}
