/** What a failed request means for saving. */
import { Problem } from "../api";
import type { Edit } from "./document";

export type FailureKind = "changed" | "gone" | "signedOut" | "passing" | "refused";

export function kindOf(problem: Problem): FailureKind {
  if (problem.status === 401) return "signedOut";
  // An answer that is not the service's own, such as a proxy's page, says nothing about the note.
  if (problem.isPassing || problem.code === "nonsense") return "passing";
  if (problem.status === 408 || problem.status === 425) return "passing";
  if (problem.status === 412) return "changed";
  return problem.status === 404 ? "gone" : "refused";
}

export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem(0, "unreachable", String(error));

/** The fields that a 422 names, as far as there are others that can be saved without them. */
export function refusedFields(problem: Problem, edit: Edit): (keyof Edit)[] {
  const named = new Set(problem.errors.map(({ field }) => field.split(/[.[]/)[0] as keyof Edit));
  const sent = Object.keys(edit) as (keyof Edit)[];
  const refused = sent.filter((field) => named.has(field));
  return refused.length < sent.length ? refused : [];
}
