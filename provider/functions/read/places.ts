import { z } from "zod";
import { id } from "../../kinds/shared.js";

/** Where objects of a workspace are looked for. */
export const ofWorkspace = z.object({ workspaceId: id() });

/** Objects of the account, and objects that nothing but their id tells apart. */
export const none = z.object({});

/** Objects that have a name. */
export const byName = z.object({ name: z.string() });

/** What every object has besides its kind's fields. */
export const identity = { id: id() };
