/** A moment as people say it; exact for those who hover over it. */
import { exact, said } from "../i18n/dates";

export function When({ at, className }: { at: string; className?: string }) {
  return (
    <time className={className} dateTime={at} title={exact(at)}>
      {said(at)}
    </time>
  );
}
