/** Inter's letters beyond Latin; which files of them are fetched, the text on the page decides. */
import "./otherLetters.css";
