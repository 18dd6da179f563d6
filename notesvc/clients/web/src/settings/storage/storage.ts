/** Where attachments lie and where a mirror is kept, as the service says it, and the calls that change it. */
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { answer, api, type Schemas } from "../../api";
import { client } from "../../state/client";
import { withStepUp } from "../../state/proof";

export type StorageConfig = Schemas["StorageConfig"];
export type Part = Schemas["StoragePartShape"];
export type PartName = Schemas["StorageFields"]["part"];
export type Backend = Part["backend"];
export type Mode = NonNullable<Part["mode"]>;
export type Capability = Schemas["CapabilityRowShape"];
export type Conflict = Schemas["ConflictShape"];
export type LeftFile = Schemas["LeftFileShape"];
export type Pause = Schemas["PauseShape"];
export type Move = Schemas["MoveShape"];
export type PartFields = Schemas["StorageFields"];
export type Tested = Schemas["StorageTestResult"];
export type CapabilityTable = Schemas["CapabilityTable"];

export const PARTS: PartName[] = ["attachments", "mirror"];

/** Milliseconds between two looks: while files are being moved, and while all is quiet. */
const OFTEN = 2_000;
const SELDOM = 15_000;

export const configQuery = queryOptions({
  queryKey: ["storage", "config"],
  queryFn: ({ signal }): Promise<StorageConfig> => answer(api.GET("/api/storage/config", { signal })),
});

const capabilitiesQuery = queryOptions({
  queryKey: ["storage", "capabilities"],
  queryFn: ({ signal }): Promise<CapabilityTable> => answer(api.GET("/api/storage/capabilities", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Looks again by itself while somebody looks at it. */
export const useConfig = () =>
  useQuery({
    ...configQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (isMoving(state.data?.move) ? OFTEN : SELDOM),
  });

export const useCapabilities = (isWanted: boolean) => useQuery({ ...capabilitiesQuery, enabled: isWanted });

const MOVING: readonly string[] = ["planned", "copying", "verifying", "switching"];

const isMoving = (move: Move | null | undefined): boolean => move != null && MOVING.includes(move.state);

/** Whether files are on their way, or would be if the move had not paused. */
export const isUnderWay = (move: Move | null): boolean => isMoving(move) || move?.state === "paused";

/** Whether the part is anywhere but here. */
export const isSetUp = ({ backend }: Part): boolean => backend !== "local" && backend !== "none";

/** Milliseconds: what is mended by itself within this is nobody's worry. */
const LATE = 15 * 60_000;

/** Whether somebody should know of it on any page: behind for long, or waiting for its user. */
export function isLate({ state, since }: Part, now: number): boolean {
  if (state === "behind") return since !== null && now - Date.parse(since) > LATE;
  return state === "paused";
}

const reread = () => client.invalidateQueries({ queryKey: configQuery.queryKey });
const take = (config: StorageConfig) => client.setQueryData(configQuery.queryKey, config);

/** Writes, reads and deletes at the place. */
export const useTestPlace = () =>
  useMutation({
    mutationFn: (body: PartFields): Promise<Tested> =>
      withStepUp(() => answer(api.POST("/api/storage/test", { body }))),
  });

export const useSetPlace = () =>
  useMutation({
    mutationFn: (body: PartFields): Promise<StorageConfig> =>
      withStepUp(() => answer(api.PUT("/api/storage/config", { body }))),
    onSuccess: take,
    onSettled: reread,
  });

/** Go on with a move that has paused, or begin one anew. */
export const useMove = () =>
  useMutation({
    mutationFn: () => withStepUp(() => answer(api.POST("/api/storage/migrate"))),
    onSettled: reread,
  });

export const useCancelMove = () =>
  useMutation({
    mutationFn: () => answer(api.DELETE("/api/storage/migrate")),
    onSettled: reread,
  });

/** Let the mirror do what it has paused before. */
export const useAcceptMirror = () =>
  useMutation({
    mutationFn: (): Promise<StorageConfig> =>
      withStepUp(() => answer(api.POST("/api/storage/mirror/accept"))),
    onSuccess: take,
    onSettled: reread,
  });
