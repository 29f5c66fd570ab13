import { z } from "zod";
import { collection, flags } from "../spec/index.js";
import type { Json } from "../text/json.js";

/** An identifier of the API: any string (api.md, "Resources and their fields"). */
export const id = () => z.string().min(1);

/** The workspace that an object belongs to: it cannot move to another. */
export const workspaceId = () => id().register(flags, { replace: true });

/** Text that says something: nothing but spaces can hardly be meant. */
export const text = () => z.string().register(flags, { doubt: emptiness });

/** Doubts that text is empty, or of spaces alone. */
export function emptiness(value: Json): string | undefined {
  return typeof value === "string" && value.trim() === "" ? "is empty" : undefined;
}

/** Doubts an address without a scheme. */
export function schemeless(value: Json): string | undefined {
  return typeof value === "string" && !/^[a-z][a-z0-9+.-]*:\/\//i.test(value)
    ? "has no scheme such as https://"
    : undefined;
}

/** Doubts a number below the least that makes sense. */
export function below(least: number): (value: Json) => string | undefined {
  return (value) => (typeof value === "number" && value < least ? `is below ${least}` : undefined);
}

/** That an object belongs to a workspace. */
export const inWorkspace = {
  what: "workspace",
  field: "workspaceId",
  list: "/workspaces",
  scope: "workspaces:read",
} as const;

/** A collection whose objects belong to a workspace (api.md, "Workspace-scoped resources"). */
export function scoped(path: string, options: { update: boolean }) {
  return { ...collection(path, options), parent: inWorkspace, scoped: true };
}

/** When the gateway wrote the object. */
export const timestamps = {
  /** When the gateway made it, ISO 8601. */
  createdAt: z.string().register(flags, { stamp: "created" }),
  /** When the gateway wrote it last, ISO 8601. */
  updatedAt: z.string().register(flags, { stamp: "written" }),
};
