/** What a language has to say: all that English says, in the plural forms of its own grammar. */

/** The forms that a language counts in, as `Intl.PluralRules` names them. Spanish has `many`, too: for millions. */
interface FormsOf {
  de: "one" | "other";
  es: "one" | "other";
  ja: "other";
  ar: Forms;
}

export type Forms = "zero" | "one" | "two" | "few" | "many" | "other";

/** The names of what is counted: `notes` where English has `notes_one` and `notes_other`. */
type Counted<English> = {
  [Name in keyof English & string]: Name extends `${infer Stem}_other`
    ? `${Stem}_one` extends keyof English
      ? Stem
      : never
    : never;
}[keyof English & string];

/** Nothing and one may have words of their own in each language; where English has them for nothing, all do. */
export type Translated<English, Language extends keyof FormsOf> = {
  [Name in Exclude<keyof English, `${Counted<English>}_${Forms}`>]: English[Name] extends string
    ? string
    : Translated<English[Name], Language>;
} & {
  [Name in
    | `${Counted<English>}_${FormsOf[Language]}`
    | Extract<keyof English, `${Counted<English>}_zero`>]: string;
} & { [Name in `${Counted<English>}_${"zero" | "one"}`]?: string };
