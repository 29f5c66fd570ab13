import path from "node:path";
import { type Expectations, readExpectations, usualRoutesFile } from "../../expectations/format.js";
import { readRulesFileIfThere } from "../given-file.js";

export interface RoutesOptions {
  /** The file of expectations. It is read if it is there and no other is named. */
  readonly routes?: string;
}

/** Reads the expectations. Undefined if there is no file and none is named, or if `routes` is `false`. */
export async function expectedRoutes(
  { routes }: { readonly routes?: string | false },
  shownFile = (file: string) => file,
): Promise<Expectations | undefined> {
  if (routes === false) {
    return undefined;
  }
  const written = { what: "the file of expectations", named: routes, usual: usualRoutesFile };
  return readRulesFileIfThere({ ...written, read: (text, file) => readExpectations(text, shownFile(file)) });
}

/** The file as a review names it. Outside of this folder only its name counts: pipelines use another temporary folder in each run. */
export function reviewedFile(file: string): string {
  return path.relative(".", file).startsWith("..") ? path.basename(file) : file;
}
