import { readPlacedYaml, type YamlPlace } from "../text/yaml-file.js";
import { type RoutesFile, routesFormat } from "./format.js";
import { keysOfSchema, routesJsonSchema } from "./json-schema.js";

/** The file that is read if no other is named. */
export const usualRoutesFile = "gateway-routes.yaml";

/** What a team expects of its gateway, and where it says so. */
export interface Expectations extends RoutesFile {
  /** How the file is called in messages. */
  readonly file: string;
  placeOf(path: readonly string[]): YamlPlace;
}

/** Reads the text of `gateway-routes.yaml`. What is wrong with it is told with its line and column. */
export function readExpectations(text: string, file: string = usualRoutesFile): Expectations {
  const schema = routesJsonSchema();
  const keysAt = (path: readonly PropertyKey[]) => keysOfSchema(schema, path);
  const format = { what: "file of expectations", schema: routesFormat, keysAt };
  const { value, placeOf } = readPlacedYaml(text, file, format);
  return { ...value, file, placeOf };
}
