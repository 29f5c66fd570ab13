import { isJsonObject, jsonIn, printable } from "pulumi-workspace-gateway/tools";
import { type Preview, previewFormat } from "./preview-format.js";

/** The text is no preview that can be reviewed. Its message says how to make one. */
class PreviewError extends Error {
  override readonly name = "PreviewError";

  constructor(message: string) {
    super(printable(message));
  }
}

const howToMake = "Make it with `pulumi preview --json --show-sames`.";

/** The preview that a text holds. Its values are as they stand there: secrets are not yet covered. */
export function parsePreview(text: string): Preview {
  const found = previewJson(text);
  const { success, data, error } = previewFormat.safeParse(found);
  if (!isJsonObject(found) || !success) {
    const [issue] = error?.issues ?? [];
    const where = issue === undefined || issue.path.length === 0 ? "" : ` (at ${issue.path.join(".")})`;
    throw new PreviewError(`this JSON is no preview of pulumi${where}. ${howToMake}`);
  }
  if (isEvent(found)) {
    throw new PreviewError(streaming);
  }
  if (!("steps" in found || "changeSummary" in found || "diagnostics" in found)) {
    throw new PreviewError(`this JSON has no steps, so it is no preview of pulumi. ${howToMake}`);
  }
  return data;
}

/**
 * The JSON in the text of a preview. A warning of npm or pulumi may stand in lines before and after it, but no other JSON: it may be
 * another preview.
 */
export function previewJson(text: string): unknown {
  const start = text.search(/^[\uFEFF ]*\{/m);
  const end = text.trimEnd().lastIndexOf("}") + 1;
  const isLastInLine = /^\s*$/m.test(text.slice(end).split("\n", 1)[0] ?? "");
  const inside = start >= 0 && isLastInLine ? text.slice(start, end).replace(/^\uFEFF/, "") : text;
  const found = jsonIn(inside);
  if (found !== undefined) {
    return found;
  }
  if (text.trim() === "") {
    throw new PreviewError(`the preview is empty. ${howToMake}`);
  }
  if (isEvent(jsonIn(inside.split("\n", 1)[0] ?? ""))) {
    throw new PreviewError(streaming);
  }
  throw new PreviewError(`the preview is not JSON, or other JSON is beside it. ${howToMake}`);
}

/** Whether this is an event of the engine: a streaming preview prints one a line. */
function isEvent(value: unknown): boolean {
  return isJsonObject(value) && "sequence" in value && "timestamp" in value;
}

const streaming =
  "this is a streaming preview, with one JSON a line. It can show secrets in plain text. " +
  "Unset PULUMI_ENABLE_STREAMING_JSON_PREVIEW (and give no --event-log file). " +
  howToMake;
