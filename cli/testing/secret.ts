/** A value that is a secret of the stack's config, or an output that is one. */
export class Secret<T = unknown> {
  constructor(readonly value: T) {}
}

/** Marks a value as a secret, as `pulumi config set --secret` does: `deploy(…, { config: { apiKey: secret("…") } })`. */
export function secret<T>(value: T): Secret<T> {
  return new Secret(value);
}
