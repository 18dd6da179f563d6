import { describe, expect, it } from "vitest";
import { Problem } from "../../src/api";
import {
  addressOf,
  type Draft,
  draftAt,
  draftOf,
  fieldsOf,
  isReady,
  isSecretKept,
  mayBeTwoWay,
  missingOf,
  placesOf,
} from "../../src/settings/storage/places";
import { isLate, type Part, type StorageConfig } from "../../src/settings/storage/storage";
import {
  nameOfStep,
  whereabouts,
  wordsOfCause,
  wordsOfField,
  wordsOfLeftFile,
  wordsOfRefusal,
  wordsOfState,
} from "../../src/settings/storage/words";
import "../allWords";

const HERE: Part = {
  backend: "local",
  mode: null,
  address: null,
  bucket: null,
  region: null,
  prefix: null,
  user: null,
  hasSecret: false,
  state: "ok",
  since: null,
  cause: null,
  detail: null,
  capabilities: null,
  waiting: 0,
  lastRoundAt: null,
  refused: [],
  conflicts: [],
  pause: null,
  leftFiles: [],
};
const BUCKET: Part = {
  ...HERE,
  backend: "s3",
  address: "https://s3.eu-west-1.amazonaws.com",
  bucket: "notes",
  region: "eu-west-1",
  prefix: "files",
  user: "AKIA",
  hasSecret: true,
};
const CLOUD: Part = {
  ...HERE,
  backend: "webdav",
  mode: "one_way",
  address: "https://cloud.example.org/remote.php/dav/files/ada/Notes",
  user: "ada",
  hasSecret: true,
};
const typed = (draft: Partial<Draft>): Draft => ({ ...draftOf(HERE, "s3"), ...draft });

describe("the form of a place", () => {
  it("begins with what is stored, without the secret", () => {
    expect(draftOf(BUCKET, "local")).toMatchObject({
      backend: "s3",
      kind: "aws",
      bucket: "notes",
      secret: "",
    });
    expect(draftOf(CLOUD, "s3")).toMatchObject({ kind: "nextcloud", mode: "one_way", user: "ada" });
    expect(draftOf({ ...CLOUD, address: "https://dav.example.org" }, "s3").kind).toBe("webdav");
  });

  it("begins empty at another place, and as stored at its own", () => {
    expect(draftAt("webdav", BUCKET)).toMatchObject({ address: "", user: "", bucket: "" });
    expect(draftAt("s3", BUCKET).bucket).toBe("notes");
  });

  it("sends what the place has a use for", () => {
    const draft = typed({ kind: "aws", region: "eu-west-1", bucket: " notes ", user: "AKIA", secret: " s " });
    expect(fieldsOf("attachments", draft)).toEqual({
      part: "attachments",
      backend: "s3",
      address: "https://s3.eu-west-1.amazonaws.com",
      region: "eu-west-1",
      bucket: "notes",
      user: "AKIA",
      secret: " s ",
    });
    expect(fieldsOf("mirror", typed({ backend: "folder", address: "x", secret: "y" }))).toEqual({
      part: "mirror",
      backend: "folder",
      mode: "two_way",
    });
    expect(fieldsOf("attachments", typed({ backend: "local", bucket: "x" }))).toEqual({
      part: "attachments",
      backend: "local",
    });
  });

  it("knows Amazon's address by the region", () => {
    expect(addressOf(typed({ kind: "aws" }))).toBe("https://s3.us-east-1.amazonaws.com");
    expect(addressOf(typed({ kind: "s3", address: " https://s3.example.org " }))).toBe(
      "https://s3.example.org",
    );
  });

  it("keeps the secret for the same place and user alone", () => {
    expect(isSecretKept(draftOf(BUCKET, "s3"), BUCKET)).toBe(true);
    expect(isSecretKept({ ...draftOf(BUCKET, "s3"), prefix: "files/" }, BUCKET)).toBe(true);
    expect(isSecretKept({ ...draftOf(BUCKET, "s3"), user: "other" }, BUCKET)).toBe(false);
    expect(isSecretKept(draftOf(HERE, "s3"), HERE)).toBe(false);
  });

  it("names what is missing", () => {
    expect(missingOf(typed({ kind: "s3" }), HERE)).toEqual(["address", "bucket", "user", "secret"]);
    expect(missingOf(draftOf(BUCKET, "s3"), BUCKET)).toEqual([]);
    expect(missingOf({ ...draftOf(BUCKET, "s3"), bucket: "other" }, BUCKET)).toEqual(["secret"]);
    expect(
      missingOf(typed({ backend: "webdav", kind: "webdav", address: "https://a.example" }), HERE),
    ).toEqual([]);
    expect(missingOf(typed({ backend: "folder" }), HERE)).toEqual([]);
  });

  it("is saved when it is tested, or as it was", () => {
    const other = { ...draftOf(BUCKET, "s3"), bucket: "other", secret: "s" };
    expect(isReady(other, BUCKET, false)).toBe(false);
    expect(isReady(other, BUCKET, true)).toBe(true);
    expect(isReady({ ...draftOf(CLOUD, "s3"), mode: "two_way" }, CLOUD, false)).toBe(true);
    expect(isReady(typed({ backend: "local" }), HERE, false)).toBe(false);
    expect(isReady(typed({ backend: "local" }), BUCKET, false)).toBe(true);
  });

  it("offers a folder where there is one, and both ways unless the test denies it", () => {
    const config = (folder: boolean) => ({ offers: { folder } }) as StorageConfig;
    expect(placesOf("mirror", config(false))).toEqual(["s3", "webdav"]);
    expect(placesOf("mirror", config(true))).toEqual(["folder", "s3", "webdav"]);
    expect(placesOf("attachments", config(true))).toEqual(["local", "s3", "webdav"]);
    expect(mayBeTwoWay([{ name: "two_way", holds: false, detail: "" }])).toBe(false);
    expect(mayBeTwoWay(null)).toBe(true);
  });
});

describe("words of places", () => {
  it("say where it is, and how it does", () => {
    expect(whereabouts(BUCKET)).toBe("notes/files · https://s3.eu-west-1.amazonaws.com");
    expect(wordsOfState("attachments", BUCKET)).toBe("In order.");
    expect(wordsOfState("mirror", { ...CLOUD, waiting: 1 })).toBe("One note waits to be written.");
    const behind = { ...BUCKET, state: "behind" as const, since: "2024-11-20T10:00:00Z", waiting: 1200 };
    expect(wordsOfState("attachments", behind)).toMatch(
      /^Behind since .*2024\. 1,200 files wait here to be sent\.$/,
    );
  });

  it("say what to do", () => {
    expect(wordsOfCause("full")).toMatch(/no space/);
    expect(wordsOfCause("something_new")).toMatch(/Try again/);
    expect(wordsOfCause(null)).toMatch(/Try again/);
    expect(nameOfStep("a new step")).toBe("a new step");
    expect(wordsOfLeftFile({ name: "a.md", reason: "nul", detail: "" })).toBe("It is not text.");
    expect(wordsOfLeftFile({ name: "a.md", reason: "refused", detail: "x", words: "Too long." })).toMatch(
      /Too long/,
    );
  });

  it("stand at the field that the service names", () => {
    const bucket = { field: "bucket", message: "is no name of a bucket", words: "Kein Name eines Buckets." };
    const problem = new Problem(422, "invalid_input", "", [bucket]);
    expect(wordsOfField(problem, "bucket")).toBe("Kein Name eines Buckets.");
    expect(wordsOfField(problem, "address")).toBeUndefined();
    expect(wordsOfRefusal(problem)).toBe("Kein Name eines Buckets.");
    const lacking = new Problem(409, "capability_unsupported", "", [], null, null, "two_way");
    expect(wordsOfRefusal(lacking)).toMatch(/Both ways would lose/);
  });

  it("are for every page when it is late, or waits for somebody", () => {
    const since = "2026-11-23T10:00:00Z";
    const at = (minutes: number) => Date.parse(since) + minutes * 60_000;
    expect(isLate({ ...BUCKET, state: "behind", since }, at(14))).toBe(false);
    expect(isLate({ ...BUCKET, state: "behind", since }, at(16))).toBe(true);
    expect(isLate({ ...BUCKET, state: "paused", since }, at(0))).toBe(true);
    expect(isLate(BUCKET, at(60))).toBe(false);
  });
});
