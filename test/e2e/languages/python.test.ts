import { python } from "./support/python.ts";
import { wholeLifeOf } from "./support/whole-life.ts";

wholeLifeOf(python);
