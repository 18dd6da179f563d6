/** A list of sections, and the chosen one beside it; on a narrow page one or the other. */
import { type ComponentType, Suspense } from "react";
import { t } from "../i18n";
import { Link } from "./Link";
import "./settings.css";

interface SectionsProps<Name extends string> {
  title: string;
  /** In the order of the list; the first one is shown where none is chosen. */
  shown: Record<Name, ComponentType>;
  chosen: string | undefined;
  nameOf: (name: Name) => string;
  /** What the section belongs to, where they are in groups: those of one stand together. */
  groupOf?: (name: Name) => string;
  addressOf: (name: Name) => string;
  /** The way back to the list on a narrow page. */
  all: { words: string; address: string };
}

export function Sections<Name extends string>(props: SectionsProps<Name>) {
  const names = Object.keys(props.shown) as Name[];
  const chosen = props.chosen ?? names[0];
  return (
    <main className="settings" data-shows={props.chosen === undefined ? "list" : "section"}>
      <div className="settings-inner">
        <nav className="settings-list" aria-label={props.title}>
          {/* On a narrow page the list is all that there is of it. */}
          {props.chosen === undefined ? (
            <h1 className="settings-title">{props.title}</h1>
          ) : (
            <p className="settings-title">{props.title}</p>
          )}
          <ul>
            {names.map((each, place) => (
              <li key={each}>
                <Group of={groupOf(props, each)} after={groupOf(props, names[place - 1])} />
                <Link href={props.addressOf(each)} aria-current={each === chosen ? "page" : undefined}>
                  {props.nameOf(each)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="settings-section">
          <Link className="settings-back" href={props.all.address}>
            {props.all.words}
          </Link>
          <Section {...props} name={names.find((each) => each === chosen)} />
        </div>
      </div>
    </main>
  );
}

const groupOf = <Name extends string>({ groupOf }: SectionsProps<Name>, name: Name | undefined) =>
  name === undefined ? undefined : groupOf?.(name);

/** The name of a group, above its first section. */
function Group({ of, after }: { of: string | undefined; after: string | undefined }) {
  return of !== undefined && of !== after && <p className="settings-group">{of}</p>;
}

function Unknown({ words, address }: { words: string; address: string }) {
  return (
    <>
      <h1>{t("settings.unknown")}</h1>
      <p>
        <Link href={address}>{words}</Link>
      </p>
    </>
  );
}

function Section<Name extends string>({
  name,
  shown,
  nameOf,
  all,
}: SectionsProps<Name> & { name: Name | undefined }) {
  if (name === undefined) return <Unknown {...all} />;
  const Shown: ComponentType = shown[name];
  return (
    <>
      <h1>{nameOf(name)}</h1>
      <Suspense fallback={null}>
        <Shown />
      </Suspense>
    </>
  );
}
