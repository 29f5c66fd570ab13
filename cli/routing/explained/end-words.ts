import { quoted } from "pulumi-workspace-gateway/tools";
import type { Ending } from "../view.js";

/** Where a name ends, and what decides that, as it goes on after "ends". */
export function endWords(end: Ending): string {
  return end.by === undefined ? ownWords(end) : `${placeWords(end)}, by the mapping ${quoted(end.by)}`;
}

function placeWords({ is, model }: Ending): string {
  const name = model === undefined ? undefined : quoted(model);
  switch (is) {
    case "model":
      return `at ${name}`;
    case "outside":
      return `at ${name}, the name of no model that is known here`;
    case "nowhere":
      return `nowhere: ${name} goes away`;
    case "unknown":
      return name === undefined
        ? "at a model that is known only during the `up`"
        : `at ${name}, which may be a model's name only after the \`up\``;
  }
}

/** Of a name that no mapping takes. */
function ownWords(end: Ending): string {
  if (end.is === "model") {
    return `${placeWords(end)}, which has it as its gateway name`;
  }
  return end.model === undefined
    ? "nowhere: no mapping takes it, and no model has it as its gateway name"
    : placeWords(end);
}
