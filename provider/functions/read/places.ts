import { z } from "zod";
import { id } from "../../kinds/shared.js";

/** Where objects of a workspace are looked for. */
export const ofWorkspace = z.object({
  /** Id of the workspace to look in. */
  workspaceId: id(),
});

/** Objects of the account, and objects that nothing but their id tells apart. */
export const none = z.object({});

/** Objects that have a name. */
export const byName = z.object({
  /** Name of the object. */
  name: z.string(),
});

/** What some objects have besides: only the gateway says it. */
export const creator = {
  /** Id of an account, as the gateway shows it; the API does not say which. */
  userId: z.string(),
};

/** What every object has besides its kind's fields. */
export const identity = {
  /** Id of the object. */
  id: id(),
};
