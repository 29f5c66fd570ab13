/** What a request looks into, if that is an object itself: a workspace. */
export interface Holder {
  /** What people call it. */
  readonly what: string;
  /** The argument that names it. */
  readonly field: string;
  readonly id: string;
  /** The list that tells whether it exists, and the scope that reading it needs. */
  readonly list: string;
  readonly scope: string;
}

/** What the reader can do about a holder that the list of all does not have. */
export function missing({ what, field, id }: Holder): string {
  return `The ${what} ${id} does not exist, or this account cannot see it: is \`${field}\` right?`;
}
