import { printable } from "pulumi-workspace-gateway/tools";

/** A pin cannot be applied: nothing was done. The differences are a sentence each. */
export class PinError extends Error {
  override readonly name = "PinError";
  readonly differences: readonly string[];

  constructor(message: string, differences: readonly string[] = []) {
    super(printable(message));
    this.differences = differences;
  }

  /** The message, and the differences as a list. */
  get told(): string {
    return [`${this.message}.`, ...this.differences.map((difference) => `- ${difference}`)].join("\n");
  }
}
