const end = "<!-- end of figures -->";

/** Figures in a page, where the program finds them that writes them: between a comment that names the program, and one that ends them. */
export function placeFor(program: string, figures: string): string {
  return `${beginOf(program)}\n\n${figures}\n\n${end}`;
}

function beginOf(program: string): string {
  return `<!-- figures: ${program} -->`;
}

/** A page with other figures in the place that it has for them. */
export function withFigures(page: string, program: string, figures: string): string {
  const { before, after } = around(page, program);
  return `${before}${placeFor(program, figures)}${after}`;
}

/** The figures that stand in a page. */
export function figuresIn(page: string, program: string): string {
  return around(page, program).figures.trim();
}

function around(page: string, program: string): { before: string; figures: string; after: string } {
  const begin = beginOf(program);
  const [before = "", rest] = page.split(begin, 2);
  const [figures = "", ...more] = rest?.split(end) ?? [];
  if (more.length === 0) throw new Error(`The page has no place for figures: ${begin} … ${end}`);
  return { before, figures, after: more.join(end) };
}
