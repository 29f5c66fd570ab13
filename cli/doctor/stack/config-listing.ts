import { z } from "zod";

/** The keys of a config, and their values where they are known: nobody may print those. */
export const configListing = z.record(
  z.string(),
  z.looseObject({ secret: z.boolean().optional(), value: z.json().optional() }),
);

export type ConfigListing = z.infer<typeof configListing>;
