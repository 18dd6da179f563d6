/** What can be asked of the catalogues: every path to a string of the English ones. */
import type start from "./en";
import type account from "./en/account";
import type admin from "./en/admin";
import type ai from "./en/ai";
import type device from "./en/device";
import type pages from "./en/pages";
import type providers from "./en/providers";
import type settings from "./en/settings";
import type shares from "./en/shares";
import type storage from "./en/storage";
import type { Forms } from "./words";

/** The areas that are fetched when they are needed. */
interface Areas {
  account: typeof account;
  admin: typeof admin;
  ai: typeof ai;
  device: typeof device;
  pages: typeof pages;
  providers: typeof providers;
  settings: typeof settings;
  shares: typeof shares;
  storage: typeof storage;
}

export type Area = keyof Areas;
export type Branch = { [name: string]: string | Branch };
export type Words = typeof start & Areas;
export type Key = Paths<Words>;

type Whole<Name extends string> = Name extends `${infer Stem}_${Forms}` ? Stem | Name : Name;
type Paths<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Whole<Name> : `${Name}.${Paths<Tree[Name]>}`;
}[keyof Tree & string];
