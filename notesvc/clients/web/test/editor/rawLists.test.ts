// @vitest-environment jsdom
import { deleteCharForward, moveLineDown, moveLineUp } from "@codemirror/commands";
import { describe, expect, it } from "vitest";
import {
  breakItem,
  continueList,
  leaveItem,
  moveItems,
  moveLines,
  pasteItems,
} from "../../src/editor/raw/lists";
import { made, typed } from "./rawKeys";

const enter = continueList;
const tab = (view: Parameters<typeof continueList>[0]) => moveItems(view, 1);
const back = (view: Parameters<typeof continueList>[0]) => moveItems(view, -1);

describe("Enter in a list", () => {
  it.each([
    ["- a¦", "- a\n- ¦"],
    ["* a ¦ b", "* a\n* ¦b"],
    ["- [x] a¦", "- [x] a\n- [ ] ¦"],
    ["1. a¦\n2. b\n3. c", "1. a\n2. ¦\n3. b\n4. c"],
    ["1. a¦\n1. b", "1. a\n1. ¦\n1. b"],
    ["8) a¦\n\n9) b", "8) a\n9) ¦\n\n10) b"],
    ["1. a¦\n   - in\n   - in\n2. b", "1. a\n2. ¦\n   - in\n   - in\n3. b"],
    [
      "8. a¦\n9. b\n   - c\n     d\n\n   ```\n   7. e\n   ```\n10. f\n    - g",
      "8. a\n9. ¦\n10. b\n    - c\n      d\n\n    ```\n    7. e\n    ```\n11. f\n    - g",
    ],
    ["> 8. a¦\n> 9. b\n>    - c", "> 8. a\n> 9. ¦\n> 10. b\n>     - c"],
    ["8. a¦\n9. b\n\t- c", "8. a\n9. ¦\n10. b\n\t- c"],
    ["> - a¦", "> - a\n> - ¦"],
    ["> 1. a¦\n> 2. b", "> 1. a\n> 2. ¦\n> 3. b"],
    ["- a\n  - ¦", "- a\n- ¦"],
    ["1. a\n   - b\n   - ¦\n2. c", "1. a\n   - b\n2. ¦\n3. c"],
    ["- [ ] a\n  - ¦", "- [ ] a\n- [ ] ¦"],
    ["- a\n- ¦", "- a\n\n¦"],
    ["- a\n\n- ¦", "- a\n\n¦"],
    ["- ¦", "¦"],
    ["1. a\n2. ¦\n3. b", "1. a\n\n¦\n2. b"],
    ["> - a\n> - ¦", "> - a\n>\n> ¦"],
    ["> a¦", "> a\n> ¦"],
    ["> > a\n> > ¦", "> > a\n>\n> ¦"],
    ["> a\n> ¦", "> a\n\n¦"],
    ["> a\n>\n> ¦", "> a\n>\n¦"],
  ])("makes of %j %j", (before, wanted) => {
    expect(made(before, enter)).toBe(wanted);
  });

  it("ends a nested list step by step, also one whose items stand apart", () => {
    expect(made("- a\n\n- b\n\n  - ¦", enter, enter)).toBe("- a\n\n- b\n\n¦");
    expect(made("- a\n  - b\n    - c¦", enter, enter, enter, enter)).toBe("- a\n  - b\n    - c\n\n¦");
  });

  it.each(["text¦", "- - -¦", "***¦", "```\n- a¦\n```", "¦- a", "- ‹a›"])("leaves %j to others", (before) => {
    expect(made(before, enter)).toBeNull();
  });

  it("with Shift it goes on in the same item", () => {
    expect(made("- a¦", breakItem)).toBe("- a\n  ¦");
    expect(made("> 10. a¦", breakItem)).toBe("> 10. a\n>     ¦");
  });
});

describe("items that are pasted", () => {
  it.each([
    ["- [ ] a\n- [ ] ¦", "- [ ] b\n", "- [ ] a\n- [ ] b¦"],
    ["1. a\n2. ¦\n3. d", "7. b\r\n8. c\r\n", "1. a\n2. b\n3. c¦\n4. d"],
    ["- a\n  - ¦", "- b\n  - c", "- a\n  - b\n    - c¦"],
    ["> - ¦", "  * b\nc", "> * b\n> c¦"],
  ])("take the place of the empty one in %j", (before, text, wanted) => {
    expect(made(before, (view) => pasteItems(view, text))).toBe(wanted);
  });

  it.each([
    ["- a¦", "- b"],
    ["- ¦", "b"],
    ["¦", "- b"],
  ])("leave %j to others", (before, text) => {
    expect(made(before, (view) => pasteItems(view, text))).toBeNull();
  });
});

describe("Alt and an arrow", () => {
  it.each([
    ["1. a\n2. b¦\n3. c", "1. b¦\n2. a\n3. c"],
    ["5) a\n6) b¦\n7) c", "5) b¦\n6) a\n7) c"],
    ["1. a\n2. b\n3. c¦", "1. a\n2. c¦\n3. b"],
    ["1. a\n1. b¦\n1. c", "1. b¦\n1. a\n1. c"],
    ["9. a\n10. b¦", "9. b¦\n10. a"],
    ["1. a\n‹2. b\n3. c›", "‹1. b\n2. c›\n3. a"],
    ["- a\n- b¦", "- b¦\n- a"],
    ["a\nb¦", "b¦\na"],
  ])("moves the lines of %j up to %j, and the numbers stay", (before, wanted) => {
    expect(made(before, moveLines(moveLineUp))).toBe(wanted);
  });

  it.each([
    ["1. a¦\n2. b\n3. c", "1. b\n2. a¦\n3. c"],
    ["text\n\n3. a¦\n4. b", "text\n\n3. b\n4. a¦"],
  ])("moves the lines of %j down to %j", (before, wanted) => {
    expect(made(before, moveLines(moveLineDown))).toBe(wanted);
  });
});

describe("what is deleted leaves no gap in the numbers", () => {
  it.each([
    ["1. a\n‹2. b\n›3. c\n4. d", "1. a\n¦2. c\n3. d"],
    ["‹3. a\n›4. b\n5. c", "¦3. b\n4. c"],
    ["text\n‹text\n1. a\n›2. b", "text\n¦1. b"],
    ["1. a\n‹2. b\n   - in\n3. c\n›4. d", "1. a\n¦2. d"],
    ["1. a‹\n2. b›\n3. c", "1. a¦\n2. c"],
    ["1. a\n‹1. b\n›1. c", "1. a\n¦1. c"],
    ["> 1. a\n‹> 2. b\n›> 3. c", "> 1. a\n¦> 2. c"],
    [
      "1. a\n‹2. b\n›3. c\n   ```\n   2. x\n   7. y\n   ```\n4. d",
      "1. a\n¦2. c\n   ```\n   2. x\n   7. y\n   ```\n3. d",
    ],
    ["‹> 1. a\n›> 2. ~~~\n>    7. y\n>    ~~~\n> 3. c", "¦> 1. ~~~\n>    7. y\n>    ~~~\n> 2. c"],
    // What has other numbers beside stays.
    ["- a\n‹- b\n›\n2. c\n4. d", "- a\n¦\n2. c\n4. d"],
    ["1. a\n2. bc‹d›\n4. e", "1. a\n2. bc¦\n4. e"],
    ["```\n1. a\n‹2. b\n›3. c\n```", "```\n1. a\n¦3. c\n```"],
  ])("of %j remains %j", (before, wanted) => {
    expect(made(before, deleteCharForward)).toBe(wanted);
  });
});

describe("Tab in a list", () => {
  it.each([
    ["- a\n- b¦", "- a\n  - b¦"],
    ["1. a\n2. b¦\n3. c", "1. a\n   1. b¦\n2. c"],
    ["1. a\n   1. b\n2. c¦\n3. d", "1. a\n   1. b\n   2. c¦\n2. d"],
    ["- a\n- b¦\n  - under b\n    more\n- c", "- a\n  - b¦\n    - under b\n      more\n- c"],
    ["> - a\n> - b¦", "> - a\n>   - b¦"],
    ["- a\n\t- b\n\t- c¦", "- a\n\t- b\n\t\t- c¦"],
    ["- ¦a", "- ¦a"],
    ["- a\n  - b¦", "- a\n  - b¦"],
    ["- a\n- ‹b\n- c›", "- a\n  - ‹b\n  - c›"],
  ])("makes of %j %j", (before, wanted) => {
    expect(made(before, tab)).toBe(wanted);
  });

  it.each([
    ["- a\n  - b¦", "- a\n- b¦"],
    ["1. a\n   1. b¦\n   2. c\n2. d", "1. a\n2. b¦\n   1. c\n3. d"],
    ["- a¦", "- a¦"],
    ["- a\n\t- b\n\t\t- c¦", "- a\n\t- b\n\t- c¦"],
    ["- a\n  - b\n    - c¦", "- a\n  - b\n  - c¦"],
    // Between numbers it is numbered, and the other way round; what is ticked stays a task.
    ["1. a\n   - b¦\n     - c\n2. d", "1. a\n2. b¦\n   - c\n3. d"],
    ["1. a\n   - ‹b\n     - c\n   - d›\n2. e", "1. a\n2. ‹b\n   - c\n3. d›\n4. e"],
    ["- a\n  1. b\n  2. c¦\n     more\n- d", "- a\n  1. b\n- c¦\n  more\n- d"],
    ["1. a\n   - [x] b¦", "1. a\n- [x] b¦"],
    ["1. a\n   - ¦", "1. a\n2. ¦"],
    ["- [x] a\n  - ¦", "- [x] a\n- [ ] ¦"],
    ["- [x] a\n  - b¦", "- [x] a\n- b¦"],
  ])("with Shift makes of %j %j", (before, wanted) => {
    expect(made(before, back)).toBe(wanted);
  });

  it("is not for lists outside of one", () => {
    expect(made("text¦", tab)).toBeNull();
    expect(made("```\n- a¦\n```", tab)).toBeNull();
  });

  it("in and out again is what it was", () => {
    const text = "1. a\n2. b¦\n   text of b\n3. c";
    expect(made(text, tab, back)).toBe(text);
  });
});

describe("Backspace behind the sign of an item", () => {
  it.each([
    ["- a\n  - ¦b", "- a\n- ¦b"],
    ["1. a\n2. ¦b\n3. c", "1. a\n¦b\n1. c"],
    ["- [ ] ¦a", "¦a"],
    ["> ¦a", "¦a"],
    ["> > ¦a", "> ¦a"],
    ["> - ¦a", "> ¦a"],
  ])("makes of %j %j", (before, wanted) => {
    expect(made(before, leaveItem)).toBe(wanted);
  });

  it("deletes a letter anywhere else", () => {
    expect(made("- a¦", leaveItem)).toBeNull();
    expect(made("a¦", leaveItem)).toBeNull();
  });
});

describe("a blank behind signs at the beginning of a line", () => {
  it.each([
    ["[]¦", "- [ ] ¦"],
    ["[ ]¦", "- [ ] ¦"],
    ["> [x]¦ of old", "> - [x] ¦ of old"],
    ["- []¦", "- [ ] ¦"],
    ["  1. []¦", "  1. [ ] ¦"],
    ["- -¦", "- ¦"],
    ["- *¦", "* ¦"],
    ["1. -¦", "- ¦"],
    ["3. 1.¦", "3. ¦"],
    ["- [ ] -¦", "- [ ] ¦"],
    ["- [ ]¦", "- [ ] ¦"],
    ["word []¦", "word [] ¦"],
    ["- word -¦", "- word - ¦"],
    ["```\n[]¦\n```", "```\n[] ¦\n```"],
    ["$$\n[]¦\n$$", "$$\n[] ¦\n$$"],
  ])("makes of %j %j", (before, after) => expect(typed(before, " ")).toBe(after));
});
