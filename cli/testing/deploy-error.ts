import { partsOf } from "../stack/urn.js";
import type { Diagnostic } from "./api.js";

/** A program could not be deployed. Its message has all that pulumi would say. */
export class DeployError extends Error {
  override readonly name = "DeployError";
  /** What is wrong, each with the name and the type of the resource that it is about, if it is about one. */
  readonly errors: readonly {
    readonly message: string;
    readonly resource?: string;
    readonly type?: string;
  }[];

  /** @param diagnostics - all that was said, in the order in which it was */
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    const wrong = diagnostics.filter(({ severity }) => severity === "error");
    super(wrong.map(textOf).join("\n") || "the program failed, and said nothing of it.");
    this.errors = wrong.map(({ message, urn }) => {
      if (urn === undefined) {
        return { message };
      }
      const { name, type } = partsOf(urn);
      return { message, resource: name, type };
    });
  }
}

function textOf({ message, urn }: Diagnostic): string {
  if (urn === undefined) {
    return `error: ${message}`;
  }
  const { name, type } = partsOf(urn);
  return `${type} (${name}): error: ${message}`;
}
