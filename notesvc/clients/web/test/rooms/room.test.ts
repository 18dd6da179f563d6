import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as Y from "yjs";
import { Problem } from "../../src/api";
import { Room, type RoomListener } from "../../src/rooms/room";
import * as wire from "../../src/rooms/wire";
import { FakeRoom, FakeSocket } from "./fakeRoom";

const listener = () => ({
  changed: vi.fn(),
  synced: vi.fn(),
  saved: vi.fn(),
  switched: vi.fn(),
  troubled: vi.fn(),
  closed: vi.fn(),
});

let heard: ReturnType<typeof listener>;
let mint: ReturnType<typeof vi.fn>;
let room: Room;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  heard = listener();
  mint = vi.fn(async () => ({ token: "t", url: "ws://worker/" }));
  room = new Room(
    { mint: mint as never, dial: (url) => new FakeSocket(url) as unknown as WebSocket },
    heard satisfies RoomListener,
  );
});

afterEach(() => {
  room.leave();
  vi.useRealTimers();
});

async function dialled(): Promise<FakeSocket> {
  await vi.advanceTimersByTimeAsync(10_000);
  const socket = FakeSocket.all.at(-1)!;
  socket.open();
  return socket;
}

async function joined(there: FakeRoom): Promise<FakeSocket> {
  room.start();
  const socket = await dialled();
  there.welcome(socket);
  there.serve(socket);
  return socket;
}

describe("a room", () => {
  it("says hello first and has the room's text after the room's step 2", async () => {
    const there = new FakeRoom("Hello");
    room.start();
    const socket = await dialled();
    expect(socket.sent).toEqual([{ kind: wire.HELLO, fields: { token: "t", schema: 1, generation: null } }]);
    there.welcome(socket);
    expect(heard.synced).not.toHaveBeenCalled();
    there.serve(socket);
    expect(heard.synced).toHaveBeenCalledOnce();
    expect(room.raw.toString()).toBe("Hello");
    expect([room.generation, room.mode, room.role, room.etag]).toEqual(["g1", "raw", "editor", '"1"']);
  });

  it("counts what is not on disk there, each edit once", async () => {
    const there = new FakeRoom("Hello");
    const socket = await joined(there);
    room.raw.insert(5, " a");
    room.raw.insert(7, " b");
    expect(room.unsent).toBe(2);
    there.serve(socket, false);
    expect(there.text).toBe("Hello a b");
    expect(room.unsent).toBe(2);
    there.acknowledge(socket);
    expect(room.unsent).toBe(0);
  });

  it("brings what was typed while the connection was gone, and nothing twice", async () => {
    const there = new FakeRoom("Hello");
    const first = await joined(there);
    room.raw.insert(5, " sent");
    there.serve(first, false);
    first.drop(1006);
    room.raw.insert(10, " kept");
    expect(room.unsent).toBe(2);
    const second = await dialled();
    expect(second.sent[0]).toMatchObject({ fields: { generation: "g1" } });
    there.welcome(second);
    there.serve(second);
    expect(there.text).toBe("Hello sent kept");
    expect(room.unsent).toBe(0);
  });

  it("sends what is typed between its step 2 and the room's", async () => {
    const there = new FakeRoom("Hello");
    room.start();
    const socket = await dialled();
    there.welcome(socket);
    room.raw.insert(0, "early ");
    there.serve(socket);
    expect(there.text).toContain("early ");
    expect(room.unsent).toBe(0);
  });

  it.each([
    [4400, "malformed"],
    [4403, "refused"],
    [4410, "anew"],
    [4413, "tooLarge"],
    [4426, "reload"],
    [4431, "full"],
  ])("ends with code %i as %s and does not come again", async (code, why) => {
    const socket = await joined(new FakeRoom("Hello"));
    room.raw.insert(0, "mine ");
    socket.drop(code);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard.closed).toHaveBeenCalledExactlyOnceWith(why);
    expect(FakeSocket.all).toHaveLength(1);
    expect(room.unsent).toBe(1);
  });

  it.each([1001, 1006, 1012, 4401, 4412, 4430])(
    "comes again with a fresh token after code %i",
    async (code) => {
      const socket = await joined(new FakeRoom("Hello"));
      socket.drop(code);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(FakeSocket.all).toHaveLength(2);
      expect(mint).toHaveBeenCalledTimes(2);
    },
  );

  it("asks again for a token while the service is away, and stops where it says no", async () => {
    mint.mockRejectedValueOnce(new Problem(503, "busy", ""));
    mint.mockRejectedValueOnce(new Problem(0, "unreachable", ""));
    mint.mockRejectedValue(new Problem(404, "not_found", ""));
    room.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(mint).toHaveBeenCalledTimes(3);
    expect(heard.closed).toHaveBeenCalledExactlyOnceWith("refused");
  });

  it("says its state again while nothing is heard, and takes a line that stays silent for dead", async () => {
    const socket = await joined(new FakeRoom("Hello"));
    await vi.advanceTimersByTimeAsync(22_000);
    expect(socket.sent.some(({ kind }) => kind === wire.AWARENESS)).toBe(true);
    expect(FakeSocket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  it("sends nothing of a viewer", async () => {
    const there = new FakeRoom("Hello");
    there.role = "viewer";
    const socket = await joined(there);
    room.raw.insert(0, "mine ");
    there.serve(socket);
    expect(there.text).toBe("Hello");
    expect(room.unsent).toBe(0);
  });

  it("comes again to edit when it becomes editor", async () => {
    const there = new FakeRoom("Hello");
    there.role = "viewer";
    const first = await joined(there);
    there.role = "editor";
    first.say(wire.own(wire.ROLE, { role: "editor" }));
    const second = await dialled();
    there.welcome(second);
    there.serve(second);
    expect(room.role).toBe("editor");
  });

  it("is told of the surface and who switched it", async () => {
    const socket = await joined(new FakeRoom("Hello"));
    socket.say(wire.own(wire.MODE, { mode: "block", by: { id: "u2", name: "Bob" } }));
    expect(room.mode).toBe("block");
    expect(heard.switched).toHaveBeenLastCalledWith({ id: "u2", name: "Bob" });
  });

  it("does not send what is larger than the room takes", async () => {
    const there = new FakeRoom("Hello");
    there.messageBytes = 100;
    const socket = await joined(there);
    room.raw.insert(0, "x".repeat(200));
    await vi.advanceTimersByTimeAsync(0);
    expect(heard.closed).toHaveBeenCalledExactlyOnceWith("tooLarge");
    expect(socket.readyState).toBe(WebSocket.CLOSED);
    expect(room.unsent).toBe(1);
  });

  it("offers what an earlier page kept", async () => {
    const there = new FakeRoom("Hello");
    const earlier = new Y.Doc();
    Y.applyUpdate(earlier, Y.encodeStateAsUpdate(there.document));
    earlier.getText("raw").insert(5, " again");
    room.recover(Y.encodeStateAsUpdate(earlier), "g1");
    expect(room.unsent).toBe(1);
    await joined(there);
    expect(there.text).toBe("Hello again");
    expect(room.unsent).toBe(0);
  });
});

describe("the bytes of a message", () => {
  it.each([0, 1, 127, 128, 300, 70_000])("hold a part of %i bytes", (size) => {
    const part = new Uint8Array(size).fill(7);
    const message = wire.read(wire.update(part).buffer);
    expect(message).toEqual({ kind: wire.SYNC, step: wire.UPDATE, part });
  });

  it("are refused where they end too early", () => {
    expect(() => wire.read(wire.update(new Uint8Array(9)).slice(0, 6).buffer)).toThrow("too early");
  });
});
