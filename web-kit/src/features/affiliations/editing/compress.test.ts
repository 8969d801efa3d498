import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { compressed, compressionOf } from "./compress.ts";

const MB = 1024 * 1024;

test.each([
  [10 * MB + 1, { side: 300, quality: 0.2 }],
  [10 * MB, { side: 350, quality: 0.25 }],
  [5 * MB, { side: 400, quality: 0.25 }],
  [2 * MB, { side: 400, quality: 0.3 }],
])("a file of %i bytes is drawn so", (bytes, drawn) => {
  expect(compressionOf(bytes)).toEqual(drawn);
});

describe("a picture of 800 by 200 pixels", () => {
  const kept = new Map<object, Map<string, PropertyDescriptor | undefined>>();
  /** What a page of its own would have of a browser; put back afterwards, as files share it. */
  const standIn = (holder: object, name: string, value: PropertyDescriptor) => {
    const before = kept.get(holder) ?? new Map<string, PropertyDescriptor | undefined>();
    kept.set(holder, before.set(name, Object.getOwnPropertyDescriptor(holder, name)));
    Object.defineProperty(holder, name, { ...value, configurable: true });
  };
  const drawImage = vi.fn();
  let drawnBytes: number;

  beforeEach(() => {
    drawImage.mockReset();
    drawnBytes = 10;
    standIn(URL, "createObjectURL", { value: () => "blob:logo", writable: true });
    standIn(URL, "revokeObjectURL", { value: () => undefined, writable: true });
    const image = HTMLImageElement.prototype;
    standIn(image, "decode", { value: async () => undefined });
    standIn(image, "naturalWidth", { get: () => 800 });
    standIn(image, "naturalHeight", { get: () => 200 });
    const canvas = HTMLCanvasElement.prototype;
    standIn(canvas, "getContext", { value: () => ({ drawImage }) });
    const draw = (done: (drawn: Blob) => void, type: string) =>
      done(new Blob(["x".repeat(drawnBytes)], { type }));
    standIn(canvas, "toBlob", { value: draw });
  });

  afterEach(() => {
    for (const [holder, before] of kept) {
      for (const [name, value] of before) {
        if (value === undefined) Reflect.deleteProperty(holder, name);
        else Object.defineProperty(holder, name, value);
      }
    }
    kept.clear();
  });

  const file = (bytes: number, type: string) => new File(["x".repeat(bytes)], "logo", { type });

  test("is drawn smaller, in a form that can be seen through", async () => {
    const small = await compressed(file(100, "image/png"));
    expect([small.size, small.type]).toEqual([10, "image/webp"]);
    expect(drawImage.mock.lastCall?.slice(1)).toEqual([0, 0, 800, 200, 0, 0, 400, 100]);
  });

  test("stays as it is where that is no smaller", async () => {
    drawnBytes = 100;
    const chosen = file(100, "image/png");
    expect(await compressed(chosen)).toBe(chosen);
  });

  test("is taken as it was drawn where the server does not read it otherwise", async () => {
    drawnBytes = 100;
    expect((await compressed(file(20, "image/svg+xml"))).type).toBe("image/webp");
  });

  test("is left to the server where the browser cannot read it", async () => {
    const decode = async () => {
      throw new DOMException("no picture", "EncodingError");
    };
    standIn(HTMLImageElement.prototype, "decode", { value: decode });
    const chosen = file(100, "image/png");
    expect(await compressed(chosen)).toBe(chosen);
  });
});
