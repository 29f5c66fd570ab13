/** What the files of kinds are written with. */
export { type FieldDanger, harmless, type Where } from "./danger.js";
export { type FieldFlags, field } from "./field.js";
export { collection, kind } from "./kind.js";
export { adopted, created, issued } from "./source.js";
