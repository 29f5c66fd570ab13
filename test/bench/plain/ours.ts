import { declare } from "./declare.ts";
import { make, spelled } from "./make.ts";

declare(make, spelled);
