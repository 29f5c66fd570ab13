import * as gateway from "pulumi-workspace-gateway";
import { declare } from "./declare.ts";

declare(({ name, body }, workspaceId) =>
  workspaceId === undefined
    ? new gateway.Workspace(name, { name: String(body.name) })
    : new gateway.Mapping(name, {
        workspaceId,
        sourceName: String(body.source_name),
        targetModel: String(body.target_model),
        priority: Number(body.priority),
      }),
);
