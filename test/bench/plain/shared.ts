import * as gateway from "pulumi-workspace-gateway";

/** In the place of what the teams of `examples/fleet` share: one workspace, which they do not read. */
export function declareShared(): object {
  return { workspaceId: new gateway.Workspace("shared", { name: "Shared" }).id };
}
