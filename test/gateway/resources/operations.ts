import type { Operation } from "../http/operation.ts";
import { metrics, quotas, user } from "./account.ts";
import { collection } from "./collection.ts";
import { resources } from "./kinds.ts";
import { workflows } from "./workflows.ts";
import { workspaces } from "./workspaces.ts";

export const operations: Operation[] = [
  ...[user, ...workspaces, ...resources.flatMap(collection)],
  ...[...workflows, ...quotas, ...metrics],
];
