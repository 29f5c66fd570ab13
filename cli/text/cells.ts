/** How many cells of a monospaced font a text takes: two for a character that may be a wide one. */
export function cells(text: string): number {
  return [...text].reduce(
    (sum, character) => sum + (/[\u0020-\u04ff\u2010-\u22ff]/.test(character) ? 1 : 2),
    0,
  );
}

/** A text that takes at most so many cells: where a longer one is cut, it ends with an ellipsis. */
export function cutToCells(text: string, widest: number): string {
  const characters = [...text.slice(0, 10 * widest)];
  if (cells(characters.join("")) <= widest) {
    return characters.join("");
  }
  let room = widest - 1;
  const end = characters.findIndex((character) => {
    room -= cells(character);
    return room < 0;
  });
  return `${characters.slice(0, end).join("")}…`;
}

/** The spaces that a text needs beside it to take so many cells. */
export function roomBeside(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - cells(text)));
}
