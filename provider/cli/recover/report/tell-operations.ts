import type { PendingEntry } from "../../../recover/state/deployment.js";
import { isOwnUpdate } from "../../../recover/state/unclear-updates.js";
import type { Kind } from "../../../spec/kind.js";
import { declaredProvider } from "../../../spec/token.js";
import { partsOf } from "../../../stack/urn.js";
import { printable } from "../../../text/printable.js";
import type { Terminal } from "../../terminal.js";
import type { OperationOutcome } from "./recovery-report.js";

/** A create of another package, or at a gateway whose settings stand in the program: nobody here can look for it. */
export function sayForeign({ type, resource }: PendingEntry): OperationOutcome {
  const { urn, type: token } = resource;
  const provider = declaredProvider(resource.provider);
  return {
    urn,
    operation: type,
    outcome: "doubtful",
    why:
      provider === undefined
        ? `This package does not know ${token}, so it was not looked for.`
        : `The settings of its provider "${provider}" stand in the program, so it was not looked for.`,
    look: "Look for it where it is made. If it exists, import it with `pulumi import`, or delete it.",
  };
}

/** What the next run does again: the state still says what was before, or that the update is not finished. */
export function sayRepeated(pending: PendingEntry, kinds: readonly Kind[]): OperationOutcome {
  const { type, resource } = pending;
  const { urn } = resource;
  const why =
    type === "updating"
      ? isOwnUpdate(pending, kinds)
        ? "It is sent again by the next `pulumi up`: all that the program declares by then."
        : "The next `pulumi up` sends it again. If the program has changed since, run `pulumi up --refresh`."
      : type === "deleting"
        ? "The next `pulumi up` deletes it again; what is gone already is no error. " +
          "If the program declares it again as it was, run `pulumi up --refresh`: it may be gone."
        : "The next `pulumi up` does it again.";
  return { urn, operation: type, outcome: "dropped", why };
}

export function tellOutcomes(outcomes: readonly OperationOutcome[], terminal: Terminal): void {
  for (const outcome of outcomes) {
    terminal.note(printable(lineOf(outcome)));
  }
}

function lineOf({ urn, operation, outcome, id, why, look }: OperationOutcome): string {
  const { type, name } = partsOf(urn);
  const what = `${type.split(":").at(-1)} ${name}`;
  const more = [why, look].filter((text) => text !== undefined).join(" ");
  switch (outcome) {
    case "recovered":
      return `${what}: it was created, with the id ${id}, and goes into the state.`;
    case "dropped":
      return operation === "creating"
        ? `${what}: it was not created. ${more}`.trimEnd()
        : `${what} (${operation}): ${more}`;
    case "doubtful":
      return `${what}: ${more}`;
  }
}
