export default {
  people: "Who is here",
  you: "{{name}} (you)",
  typedLast: "{{name}} typed last",
  switched: {
    block: "{{name}} switched this note to blocks for everyone.",
    raw: "{{name}} switched this note to markdown for everyone.",
  },
  somebody: "Somebody",
  tooLong: "This note is too long for blocks.",
  tooLarge:
    "This is too much for writing together. From here on your words are saved as in a note of your own.",
  full: "There is no space for writing together now. Your words are saved as in a note of your own.",
  malformed:
    "The room did not take your last change. Your words are saved as in a note of your own; reload the page to write together again.",
  unsaved: "This note is too long to be saved. Shorten it.",
  recovered: "Recovered what was typed here before and had not been sent.",
};
