/**
 * What turned an empty block into a leaf (a line, a picture) can be undone. The library's own step back is refused as one
 * that would overwrite the leaf, and all that was to be undone before it is never reached.
 */
import type { Node } from "@tiptap/pm/model";
import { ReplaceAroundStep, ReplaceStep, type Step } from "@tiptap/pm/transform";

const steps: { invert(doc: Node): Step } = ReplaceAroundStep.prototype;
const invert = steps.invert;

steps.invert = function (this: ReplaceAroundStep, doc: Node): Step {
  const isLeafOfNothing = this.gapFrom === this.gapTo && this.slice.content.firstChild?.isLeaf;
  if (!isLeafOfNothing) return invert.call(this, doc);
  return new ReplaceStep(this.from, this.from + this.slice.size, doc.slice(this.from, this.to));
};
