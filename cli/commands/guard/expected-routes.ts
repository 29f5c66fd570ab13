import path from "node:path";
import { type Expectations, readExpectations, usualRoutesFile } from "../../expectations/format.js";
import { readRulesFileIfThere } from "../given-file.js";

export interface RoutesOptions {
  /** The file of expectations. It is read if it is there and no other is named. */
  readonly routes?: string;
}

/** Reads what is expected of the gateway; undefined if there is no file, and none is named, or if it is `false`. */
export async function expectedRoutes({
  routes,
}: {
  readonly routes?: string | false;
}): Promise<Expectations | undefined> {
  if (routes === false) {
    return undefined;
  }
  const written = { what: "the file of expectations", named: routes, usual: usualRoutesFile };
  // The folder of a file outside of this one says nothing to readers of a review, and may be another in each run.
  const isOutside = path.relative(".", routes ?? usualRoutesFile).startsWith("..");
  const shown = (file: string) => (isOutside ? path.basename(file) : file);
  return readRulesFileIfThere({ ...written, read: (text, file) => readExpectations(text, shown(file)) });
}
