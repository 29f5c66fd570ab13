/** Stands before what a person has to write into the files that `npm run new` has written. */
export const marker = "FILL IN:";
