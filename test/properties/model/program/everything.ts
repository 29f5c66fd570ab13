import { forms } from "./forms.ts";
import type { Shape } from "./shape.ts";

/** All kinds, in a workspace of the program. */
export const everything: Shape = forms.map((_form, index) => ({
  ...{ declared: true, name: 0, aliased: false, nested: false, connection: 0 },
  ...{ key: index, home: 0, content: 9, protect: false, retained: false, order: 0 },
}));
