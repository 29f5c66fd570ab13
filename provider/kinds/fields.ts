import { z } from "zod";
import { flags } from "../lifecycle/field.js";

/** An identifier of the API: any string (api.md, "Resources and their fields"). */
export const id = () => z.string().min(1);

/** The workspace that an object belongs to: it cannot move to another. */
export const workspaceId = () => id().register(flags, { replace: true });

/** That an object belongs to a workspace, and where the workspaces are listed. */
export const inWorkspace = { field: "workspaceId", list: "/workspaces" } as const;

/** When the gateway wrote the object, ISO 8601. */
export const timestamps = { createdAt: z.string(), updatedAt: z.string() };
