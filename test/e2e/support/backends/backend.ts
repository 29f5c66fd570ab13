/** Where pulumi keeps states, in a server that runs as long as a test needs it. */
export interface RunningBackend {
  /** What the environment of pulumi has for it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Why there is no such server here. */
export interface MissingBackend {
  readonly missing: string;
}
