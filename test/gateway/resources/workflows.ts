import { z } from "zod";
import { type Operation, operation, scope } from "../http/operation.ts";
import { ApiError } from "../http/reply.ts";
import { isAbsentButEmpty, requireRow, requireWorkspace, roleIn } from "./access.ts";
import { anyObject, stamps } from "./kinds.ts";

/** A workflow, with its graph. */
export const workflowItem = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  is_default: z.boolean(),
  ...stamps,
  workflow: anyObject,
});

const list = operation("get", "/workflows", {
  scope: scope("models:read"),
  query: z.object({ workspace_id: z.string().optional(), name: z.string().optional() }),
  handle(call) {
    const { workspace_id, name = "" } = call.query;
    if (workspace_id !== undefined) {
      if (isAbsentButEmpty(call, workspace_id)) return { kind: "list", items: [] };
      requireWorkspace(call, workspace_id, "MEMBER");
    }
    const rows = call.service.store
      .table("workflows")
      .find(workspace_id === undefined ? {} : { workspace_id }, call.asOf("workflows", "list"))
      .filter(
        (row) => String(row.name).includes(name) && roleIn(call, String(row.workspace_id)) !== undefined,
      );
    return { kind: "list", items: rows.map(({ workflow, ...row }) => row) };
  },
});

const read = operation("get", "/workflows/{id}", {
  scope: scope("models:read"),
  query: z.object({ workspace_id: z.string() }),
  handle(call) {
    const { workspace_id } = call.query;
    requireWorkspace(call, workspace_id, "MEMBER");
    const filter = { id: call.params.id ?? "", workspace_id };
    return { kind: "single", item: requireRow(call, "workflows", filter, call.asOf("workflows", "single")) };
  },
});

/** Writes to workflows are refused regardless of the token's scopes (the API's section "Workflows"). */
const refused = ["/workflows", "/workflows/{id}"].flatMap((path) =>
  (["post", "patch", "put", "delete"] as const).map((method) =>
    operation(method, path, {
      scope: () => null,
      handle() {
        throw new ApiError(403, "Workflows are read-only");
      },
    }),
  ),
);

export const workflows: Operation[] = [list, read, ...refused];
