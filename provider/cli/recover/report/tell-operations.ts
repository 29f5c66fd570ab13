import type { ObjectFinding } from "../../../recover/find/look-at-objects.js";
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

/** What the next run does again, apart from deletes of our own: of these the gateway was asked. */
export function sayRepeated(pending: PendingEntry, kinds: readonly Kind[]): OperationOutcome {
  const { type, resource } = pending;
  const { urn } = resource;
  if (isOwnUpdate(pending, kinds)) {
    const why = "It is sent again by the next `pulumi up`: all that the program declares by then.";
    return { urn, operation: type, outcome: "dropped", why };
  }
  return type === "updating" || type === "deleting"
    ? {
        ...{ urn, operation: type, outcome: "doubtful" },
        why: "Whether that was done is not known here.",
        look: "`pulumi up --refresh` looks at it first.",
      }
    : { urn, operation: type, outcome: "dropped", why: "The next `pulumi up` does it again." };
}

/** What was seen of an object of the state; undefined if there is nothing to say. */
export function saySeen({ object: { urn, id, deleting }, is }: ObjectFinding): OperationOutcome[] {
  const operation = deleting ? "deleting" : "unrecorded";
  switch (is) {
    case "gone":
      return [{ urn, operation, outcome: "gone", id }];
    case "written":
      return [{ urn, operation, outcome: "unfinished", id }];
    case "elsewhere":
      return [
        {
          ...{ urn, operation, outcome: "doubtful", id },
          why: "It is on another gateway than the one that is configured, so it was not looked for.",
          look: "Run this again with the settings of its gateway.",
        },
      ];
    case "same":
      return deleting ? [{ urn, operation, outcome: "dropped", why: "It was not deleted." }] : [];
  }
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
    case "gone":
      return `${what}: it is gone, with the id ${id}, and goes out of the state.`;
    case "unfinished":
      return `${what}: the run may have changed it. The next \`pulumi up\` sends all that the program declares by then.`;
    case "dropped":
      return operation === "creating"
        ? `${what}: it was not created. ${more}`.trimEnd()
        : `${what} (${operation}): ${more}`;
    case "doubtful":
      return `${what}: ${more}`;
  }
}
