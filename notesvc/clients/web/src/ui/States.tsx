/** What a page shows while it has nothing to show: empty, loading, failed. */
import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from "react";
import { t } from "../i18n";
import { sentence } from "../i18n/problem";
import "./states.css";

/** What a list is for, and the first step. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state-empty">
      <p className="state-title">{title}</p>
      {children}
    </div>
  );
}

/** Lines where rows will be; not before 200 ms, so that a quick answer does not flicker. */
export function Loading({ rows = 8 }: { rows?: number }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="state-loading" role="status" aria-label={t("common.loading")}>
      {isSlow &&
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
          <div key={row} className="state-line" style={{ inlineSize: `${72 - ((row * 17) % 40)}%` }} />
        ))}
    </div>
  );
}

/** What happened, and a way to try again. */
export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="state-failure" role="alert">
      <p>{sentence(error)}</p>
      <Button variant="default" size="xs" onClick={retry}>
        {t("common.retry")}
      </Button>
    </div>
  );
}

/** What stands in for something that has not come: lines, or why it cannot come. */
export function Unready({ error, retry, rows }: { error: unknown; retry: () => void; rows?: number }) {
  return error ? <Failure error={error} retry={retry} /> : <Loading rows={rows} />;
}

/** The answer of a query, or what stands in for it. What is known stays while it is read again. */
export function Shown<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return <Unready error={query.error} retry={() => void query.refetch()} />;
}

/** Whether the answer is on its way: one that fails once is waited for no longer by what stands below it. */
export const isComing = ({ isPending, failureCount }: UseQueryResult): boolean =>
  isPending && failureCount === 0;

/** Parts below each other: each is shown once those above it have come, so that none pushes what is seen. */
export function InOrder({ parts }: { parts: [isComing: boolean, part: ReactNode][] }) {
  const coming = parts.findIndex(([isComing]) => isComing);
  // What is shown stays: an answer that failed is asked for again by the part that then shows it.
  const known = useRef(0);
  known.current = Math.max(known.current, coming < 0 ? parts.length : coming);
  // In steps between which the page answers: a part may be a long list.
  const first = useDeferredValue(known.current);
  return (
    <>
      {parts.slice(0, first).map(([, part]) => part)}
      {first < parts.length && <Loading key={first} rows={3} />}
    </>
  );
}

/** What stands in for the answer where the page shows the answer itself. */
export function Waiting({ for: query }: { for: UseQueryResult }) {
  return (
    query.data === undefined && <Unready error={query.error} retry={() => void query.refetch()} rows={3} />
  );
}
