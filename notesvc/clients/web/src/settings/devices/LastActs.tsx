/** What a device did last, in a few words. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { activityQuery, type Key } from "../keys/keys";
import { inWords } from "../keys/mirrored";

export function LastActs({ of: device }: { of: Key }) {
  const activity = useInfiniteQuery(activityQuery(device.id));
  const latest = activity.data?.pages[0]?.events.find((event) => event.operation === "mirror");
  const words = latest ? inWords(latest) : "";
  return words ? <span>{words}</span> : null;
}
