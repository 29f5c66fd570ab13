import { quoted } from "pulumi-workspace-gateway/tools";
import { type AccountObject, textOf } from "../account/account-object.js";
import { findRoute } from "../routing/find-route.js";
import { routedSetup } from "../routing/setup.js";
import type { RouteEnd } from "./api.js";

/** Where a name ends in a workspace that is called so, or whose resource is. */
export function routeIn(objects: readonly AccountObject[], workspace: string, name: string): RouteEnd {
  return findRoute(routedSetup(objects), workspaceId(objects, workspace), name);
}

function workspaceId(objects: readonly AccountObject[], called: string): string {
  const workspaces = objects.filter(({ kind }) => kind === "Workspace");
  const found =
    workspaces.find((each) => textOf(each, "name") === called) ??
    workspaces.find((each) => each.name === called || each.id === called);
  if (found?.id === undefined) {
    const names = workspaces.map((each) => quoted(textOf(each, "name") ?? each.name));
    throw new Error(
      `the program declares no workspace ${quoted(called)}. It declares ${names.join(", ") || "none"}.`,
    );
  }
  return found.id;
}
