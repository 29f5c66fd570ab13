import type { Operation } from "../http/operation.ts";
import { collection } from "./collection.ts";
import { mapping } from "./mapping.ts";
import { model } from "./model.ts";
import { prompt } from "./prompt.ts";
import { provider } from "./provider.ts";
import { user } from "./user.ts";
import { workspaces } from "./workspaces.ts";

/** Every endpoint of api.md. */
export const operations: Operation[] = [
  user,
  ...workspaces,
  ...[provider, model, prompt, mapping].flatMap(collection),
];
