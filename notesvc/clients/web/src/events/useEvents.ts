/** Has what happens in other tabs, on other devices and by other people brought into this page. */
import { useEffect } from "react";
import { useUser } from "../state/session";
import { whenIdle } from "../ui/idle";

const AT_LATEST = 3_000;

export function useEvents(): void {
  const userId = useUser()?.id;
  useEffect(() => {
    if (!userId) return;
    let stop = () => {};
    let isOver = false;
    const cancel = whenIdle(() => {
      const begin = ({ follow }: typeof import("./follow")) => {
        if (!isOver) stop = follow(userId);
      };
      // Without it the page looks for what is new when somebody comes back to it.
      void import("./follow").then(begin, () => {});
    }, AT_LATEST);
    return () => {
      isOver = true;
      cancel();
      stop();
    };
  }, [userId]);
}
