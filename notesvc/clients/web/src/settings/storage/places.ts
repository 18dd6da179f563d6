/** The form of a place: what it asks for, what is sent of it, and what is still missing. Nothing here is shown. */
import {
  type Backend,
  type Capability,
  isSetUp,
  type Mode,
  type Part,
  type PartFields,
  type PartName,
  type StorageConfig,
} from "./storage";

/** Which server it is, as far as the form asks for other things. */
export type Kind = "aws" | "s3" | "nextcloud" | "webdav";

export interface Draft {
  backend: Backend;
  mode: Mode;
  kind: Kind;
  address: string;
  bucket: string;
  region: string;
  prefix: string;
  user: string;
  secret: string;
}

export type DraftField = "address" | "bucket" | "region" | "prefix" | "user" | "secret";

const REGION = "us-east-1";
const AWS = /^https:\/\/s3[.-]([a-z0-9-]+)\.amazonaws\.com\/?$/;

/** What is asked for at each kind of server, in the order in which it stands there. */
export const FIELDS: Record<Kind, DraftField[]> = {
  aws: ["region", "bucket", "prefix", "user", "secret"],
  s3: ["address", "bucket", "prefix", "user", "secret", "region"],
  nextcloud: ["address", "user", "secret"],
  webdav: ["address", "user", "secret"],
};

/** WebDAV is asked without credentials where none are entered. */
const REQUIRED: Record<Kind, DraftField[]> = {
  aws: ["bucket", "user", "secret"],
  s3: ["address", "bucket", "user", "secret"],
  nextcloud: ["address", "user", "secret"],
  webdav: ["address"],
};

/** The kinds of server that a backend may be; none where there is nothing to ask for. */
export const KINDS: Record<Backend, Kind[]> = {
  local: [],
  none: [],
  folder: [],
  s3: ["aws", "s3"],
  webdav: ["nextcloud", "webdav"],
};

/** Which places a part may have here. */
export function placesOf(name: PartName, { offers }: StorageConfig): Backend[] {
  if (name === "attachments") return ["local", "s3", "webdav"];
  return offers.folder ? ["folder", "s3", "webdav"] : ["s3", "webdav"];
}

/** The form as it begins: with what is stored, but for the secret, which nobody gets to see again. */
export function draftOf(part: Part, first: Backend): Draft {
  const backend = isSetUp(part) ? part.backend : first;
  const { address, bucket, region, prefix, user } = part;
  return {
    backend,
    mode: part.mode ?? "two_way",
    kind: kindOf(backend, address ?? ""),
    address: address ?? "",
    bucket: bucket ?? "",
    region: region ?? "",
    prefix: prefix ?? "",
    user: user ?? "",
    secret: "",
  };
}

/** Another place begins empty, but for the one that is stored. */
export const draftAt = (backend: Backend, part: Part): Draft =>
  draftOf(part.backend === backend ? part : { ...part, ...NOTHING, backend }, backend);

const NOTHING = { address: null, bucket: null, region: null, prefix: null, user: null };

function kindOf(backend: Backend, address: string): Kind {
  if (backend === "webdav") return address === "" || isNextcloud(address) ? "nextcloud" : "webdav";
  return address === "" || AWS.test(address) ? "aws" : "s3";
}

const isNextcloud = (address: string): boolean => address.includes("/remote.php/");

/** The address that is meant: Amazon's follows from the region. */
export function addressOf({ kind, address, region }: Draft): string {
  return kind === "aws" ? `https://s3.${region.trim() || REGION}.amazonaws.com` : address.trim();
}

/** What is sent: only what the place has a use for, and nothing that was left empty. */
export function fieldsOf(part: PartName, draft: Draft): PartFields {
  const fields: PartFields = { part, backend: draft.backend };
  if (part === "mirror" && draft.backend !== "none") fields.mode = draft.mode;
  if (KINDS[draft.backend].length === 0) return fields;
  fields.address = addressOf(draft);
  for (const name of FIELDS[draft.kind]) {
    const typed = name === "secret" ? draft.secret : draft[name].trim();
    if (name !== "address" && typed !== "") fields[name] = typed;
  }
  return fields;
}

/** Whether the stored secret may stay: the service keeps it for the same place and user alone. */
export const isSecretKept = (draft: Draft, part: Part): boolean => part.hasSecret && isSamePlace(draft, part);

function isSamePlace(draft: Draft, part: Part): boolean {
  const sent = fieldsOf("attachments", draft);
  const isSame = (name: "address" | "bucket" | "prefix" | "user") => plain(sent[name]) === plain(part[name]);
  return draft.backend === part.backend && (["address", "bucket", "prefix", "user"] as const).every(isSame);
}

/** The service keeps addresses and folders without slashes at their ends. */
const plain = (text: string | null | undefined): string => (text ?? "").replace(/^\/+|\/+$/g, "");

/** What has to be entered before the place can be tried. */
export function missingOf(draft: Draft, part: Part): DraftField[] {
  if (KINDS[draft.backend].length === 0) return [];
  return REQUIRED[draft.kind].filter(
    (name) => draft[name].trim() === "" && !(name === "secret" && isSecretKept(draft, part)),
  );
}

export const capability = (rows: Capability[] | null | undefined, name: string): Capability | undefined =>
  rows?.find((row) => row.name === name);

/** Whether others may write there, too: not where the test has found that it would lose something. */
export const mayBeTwoWay = (rows: Capability[] | null | undefined): boolean =>
  capability(rows, "two_way")?.holds !== false;

/** Whether nothing was changed of what is stored: it has been tested then. */
export const isStored = (draft: Draft, part: Part): boolean =>
  isSetUp(part) &&
  draft.backend === part.backend &&
  draft.secret === "" &&
  (draft.backend === "folder" || !part.hasSecret || isSecretKept(draft, part)) &&
  isSamePlace(draft, part);

/** Whether it can be saved: a place elsewhere not before it has been tested. */
export const isReady = (draft: Draft, part: Part, isTested: boolean): boolean =>
  draft.backend === "local" ? part.backend !== "local" : isTested || isStored(draft, part);
