// The theme without its fonts: a page loads none, and shows those of the system.
import theme from "vitepress/theme-without-fonts";
import "./colours.css";
import "./space.css";

export default theme;
