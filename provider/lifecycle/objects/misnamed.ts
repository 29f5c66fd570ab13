import { didYouMean } from "../../text/did-you-mean.js";

/** An object that a value may name, as far as it is known. */
export interface Nameable {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** The value of the property that names it, such as the `gatewayName` of a model. */
  readonly called?: string | undefined;
}

/** The value is only the id or the name of an object, or no object has it; then the closest name is in a hint. */
type Misnamed<N> =
  | { readonly as: "id" | "name"; readonly of: N }
  | { readonly as: "unmatched"; readonly hint: string };

/**
 * How a value fails to name one of these objects: it is the id or the name of one, or matches none. Undefined if it names one, or may
 * name an object that is not known. Letter case counts.
 *
 * @param isWhole - whether these are all objects that it may name
 */
export function misnamed<N extends Nameable>(
  value: string,
  objects: readonly N[],
  isWhole: boolean,
): Misnamed<N> | undefined {
  if (objects.some(({ called }) => called === value)) {
    return undefined;
  }
  const of = objects.find(({ id, name }) => id === value || name === value);
  if (of !== undefined) {
    return { as: of.id === value ? "id" : "name", of };
  }
  const names = objects.flatMap(({ called }) => called ?? []);
  return isWhole && names.length === objects.length
    ? { as: "unmatched", hint: didYouMean(value, names) }
    : undefined;
}
