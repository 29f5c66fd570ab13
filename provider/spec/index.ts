/** The words that a kind is written in. */
export { collection } from "./endpoints.js";
export { flags } from "./field.js";
export { kind } from "./kind.js";
export { adopted, created, minted } from "./source.js";
