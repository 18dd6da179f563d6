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
          <p className="settings-title">{props.title}</p>
          <ul>
            {names.map((each) => (
              <li key={each}>
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

function Section<Name extends string>({
  name,
  shown,
  nameOf,
}: SectionsProps<Name> & { name: Name | undefined }) {
  if (name === undefined) return <p>{t("settings.unknown")}</p>;
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
