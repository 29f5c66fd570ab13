import { go } from "./support/go.ts";
import { wholeLifeOf } from "./support/whole-life.ts";

wholeLifeOf(go);
