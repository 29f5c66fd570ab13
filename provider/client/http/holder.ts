import type { Parent } from "../../spec/endpoints.js";

/** The object that a request works in: a workspace. */
export interface Holder extends Parent {
  readonly id: string;
}

/** What the user can do if the list of all holders does not contain this one. */
export function missing({ what, field, id }: Holder): string {
  return `The ${what} ${id} does not exist, or this account cannot see it: is \`${field}\` right? If it was deleted, run \`pulumi refresh\`.`;
}
