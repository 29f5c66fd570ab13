/** The object that a request works in: a workspace. */
export interface Holder {
  /** What people call it, for messages. */
  readonly what: string;
  /** The argument with its id. */
  readonly field: string;
  readonly id: string;
  /** The list that tells whether it exists, and the scope that reading it needs. */
  readonly list: string;
  readonly scope: string;
}

/** What the user can do if the list of all holders does not contain this one. */
export function missing({ what, field, id }: Holder): string {
  return `The ${what} ${id} does not exist, or this account cannot see it: is \`${field}\` right?`;
}
