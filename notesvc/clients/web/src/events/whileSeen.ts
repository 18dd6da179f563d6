/** Has something go on for as long as somebody looks at this tab. */
export function whileSeen(run: (until: AbortSignal) => void, end: AbortSignal): void {
  let running: AbortController | null = null;
  const look = () => {
    if (document.hidden === (running === null)) return;
    running?.abort();
    running = document.hidden ? null : new AbortController();
    if (running) run(running.signal);
  };
  document.addEventListener("visibilitychange", look, { signal: end });
  end.addEventListener("abort", () => running?.abort());
  look();
}
