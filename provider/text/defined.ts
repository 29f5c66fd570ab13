/** An object in which what could be undefined can be left out instead. An index signature has no such keys to begin with. */
type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? (string extends K ? K : never) : K]: Exclude<T[K], undefined>;
} & {
  [K in keyof T as undefined extends T[K] ? (string extends K ? never : K) : never]?: Exclude<
    T[K],
    undefined
  >;
};

/** The properties that have a value. The others are left out: an optional property may be absent, but not undefined. */
export function defined<const T extends object>(properties: T): Defined<T> {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<T>;
}
