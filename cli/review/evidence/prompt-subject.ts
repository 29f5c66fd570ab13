/** A prompt as it is evaluated: a result counts only for exactly this. */
export interface PromptSubject {
  /** The project and the stack, such as `shop/prod`. Null for what was read from no stack. */
  readonly stack: string | null;
  /** What the gateway calls the workspace, and the prompt. */
  readonly workspace: string;
  readonly name: string;
  /** Null: it is for all environments. */
  readonly environment: string | null;
  /** The models that it may meet: the name of the provider, and the name by which that knows the model. Sorted. */
  readonly models: readonly string[];
  /** Of the bytes of its text in UTF-8, in hexadecimal digits. Undefined if the text is a secret, or not known yet. */
  readonly sha256?: string;
  /** What nobody knows of it before the `up`, a sentence each: no result can be about that. */
  readonly open: readonly string[];
}
