/** The first of some items in a line, and how many more there are: "a, b and 3 more". */
export function shortList(items: readonly string[], most = 5): string {
  const more = items.length - most;
  return items.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
