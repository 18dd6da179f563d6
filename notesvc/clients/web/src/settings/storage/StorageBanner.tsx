/** Looks whether the places of files and notes keep up, on any page but their own. */
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { to } from "../../addresses";
import { withWords } from "../../i18n";
import { lazyPart } from "../../ui/lazyPart";
import { configQuery, isLate, isSetUp, PARTS, type StorageConfig } from "./storage";

const StorageBars = lazyPart(() => withWords(["storage"], () => import("./StorageBars")));

/** Milliseconds. */
const LOOK_EACH = 5 * 60_000;

export default function StorageBanner() {
  const [address] = useLocation();
  const { data, dataUpdatedAt } = useQuery({
    ...configQuery,
    staleTime: LOOK_EACH,
    // Who has nothing elsewhere is asked about once.
    refetchInterval: ({ state }) => (isElsewhere(state.data) ? LOOK_EACH : false),
  });
  if (!data || address === to.settings("storage") || !needsWords(data, dataUpdatedAt)) return null;
  return <StorageBars config={data} now={dataUpdatedAt} />;
}

const isElsewhere = (config: StorageConfig | undefined): boolean =>
  config !== undefined && (PARTS.some((name) => isSetUp(config[name])) || config.move !== null);

const needsWords = (config: StorageConfig, now: number): boolean =>
  PARTS.some((name) => isLate(config[name], now)) || config.move?.state === "paused";
