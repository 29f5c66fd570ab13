import { z } from "zod";
import { id } from "../../kinds/shared.js";

/** For objects of a workspace. */
export const ofWorkspace = z.object({ workspaceId: id() });

/** No fields: for objects of the account, and for objects that only their id tells apart. */
export const none = z.object({});

/** For objects that have a name. */
export const byName = z.object({ name: z.string() });

/** What every object has besides its kind's fields. */
export const identity = { id: id() };
