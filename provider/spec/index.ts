/** The vocabulary of the files in `kinds`. */
export { type FieldDanger, harmless, type Where } from "./danger.js";
export { type FieldFlags, field } from "./field.js";
export { collection, kind } from "./kind.js";
export { adopted, created, issued } from "./source.js";
