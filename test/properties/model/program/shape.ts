/** One place of a program where a resource may stand, and how it does. All of it is small numbers, so that a counter-example shrinks. */
export interface Slot {
  readonly declared: boolean;
  /** Which of its names in the program it has. */
  readonly name: number;
  /** Whether a change of its URN goes with an alias. */
  readonly aliased: boolean;
  /** Whether it is a child of its workspace for the engine. */
  readonly nested: boolean;
  /** Which connection it names; all lead to one gateway. */
  readonly connection: number;
  /** Which of the names on the gateway (or people, quotas, pages) it has. */
  readonly key: number;
  /** Which workspace it is in: 0 and 1 are of the program, 2 is not. */
  readonly home: number;
  /** What else is declared, a bit for each choice. */
  readonly content: number;
  readonly protect: boolean;
  /** Whether its object stays on the gateway when the resource goes. */
  readonly retained: boolean;
  /** What a replacement does: 0 what the provider wants, 1 deletes before, 2 creates before. */
  readonly order: number;
}

export type Shape = readonly Slot[];

export const workspaces = 2;
export const connections = [undefined, "eu", "west"] as const;

/** What the program has no resource for. */
export interface Surroundings {
  readonly workspaceId: string;
  readonly quotaIds: readonly string[];
  readonly memberIds: readonly string[];
  /** Whether resources take over what they find. */
  readonly adopts: boolean;
}
