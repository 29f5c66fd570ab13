// Writes the plugin as archives that need neither Node nor npm, of what `npm run build` has made:
// `node provider/build/archives.mts FOLDER [PLATFORM…]`. Without a platform it is the one of this machine.

import { archives } from "./archive/archive.mts";
import { platformName } from "./archive/platforms.mts";

const [folder, ...named] = process.argv.slice(2);
if (folder === undefined) {
  throw new Error("Say in which folder: node provider/build/archives.mts FOLDER [PLATFORM…]");
}
const own = platformName(process.platform, process.arch);
console.log((await archives(named.length === 0 ? [own] : named, folder)).join("\n"));
