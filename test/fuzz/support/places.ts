/** A place in JSON: what holds it, and by which key. */
interface Place {
  readonly holder: object;
  readonly key: string;
}

/** The n-th place of JSON; undefined if it has none. */
export function placeIn(tree: object, at: number): Place | undefined {
  const places = [...placesOf(tree)];
  return places[at % places.length];
}

function* placesOf(holder: object): Generator<Place> {
  for (const [key, inside] of Object.entries(holder)) {
    yield { holder, key };
    if (typeof inside === "object" && inside !== null) yield* placesOf(inside);
  }
}
