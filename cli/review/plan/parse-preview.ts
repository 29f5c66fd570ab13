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
  const found = json(text.replace(/^\uFEFF/, "")); // some shells begin a file with this mark
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

function json(text: string): unknown {
  const found = jsonIn(text);
  if (found !== undefined) {
    return found;
  }
  if (text.trim() === "") {
    throw new PreviewError(`the preview is empty. ${howToMake}`);
  }
  const isStream = isEvent(jsonIn(text.split("\n", 1)[0] ?? ""));
  throw new PreviewError(isStream ? streaming : `the preview is not JSON. ${howToMake}`);
}

/** Whether this is an event of the engine: a streaming preview prints one a line. */
function isEvent(value: unknown): boolean {
  return isJsonObject(value) && "sequence" in value && "timestamp" in value;
}

const streaming =
  "this is a streaming preview, with one JSON a line. It can show secrets in plain text. " +
  "Unset PULUMI_ENABLE_STREAMING_JSON_PREVIEW (and give no --event-log file). " +
  howToMake;
