/** A page that could not be shown: says so, and the rest of the app goes on. */
import { Component, type ReactNode } from "react";
import { t } from "../i18n";
import { leaveFirstView } from "./firstView";

interface Props {
  /** Another address is another page: it gets its own try. */
  address: string;
  children: ReactNode;
}

interface State {
  error: unknown;
  address: string;
}

export class Boundary extends Component<Props, State> {
  override state: State = { error: null, address: this.props.address };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ address }: Props, state: State): Partial<State> | null {
    return address === state.address ? null : { address, error: null };
  }

  override componentDidCatch(): void {
    leaveFirstView();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const isMissing = /dynamically imported module|Importing a module|Unable to preload|preload/i.test(
      String(error),
    );
    return (
      <main className="page">
        <h1>{t("shell.broken.title")}</h1>
        <p>{t(isMissing ? "shell.broken.missing" : "shell.broken.other", { detail: String(error) })}</p>
        <button type="button" className="plain-button" onClick={() => location.reload()}>
          {t("shell.broken.reload")}
        </button>
      </main>
    );
  }
}
