import fc from "fast-check";
import { seedOf } from "./depth.ts";

/** Random tests try the same cases in every run, so that only a change can make them fail. `RANDOM_SEED` chooses others. */
fc.configureGlobal({ seed: seedOf(Number(process.env.RANDOM_SEED ?? 20_261_122)) });
