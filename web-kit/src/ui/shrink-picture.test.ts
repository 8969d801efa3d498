import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PHOTO_REDUCTION, type PictureReduction, shrinkPicture } from "./shrink-picture.ts";

const LOGO: PictureReduction = { side: 400, quality: 0.3 };

describe("a picture of 800 by 200 pixels", () => {
  const stored = new Map<object, Map<string, PropertyDescriptor | undefined>>();
  /**
   * Replaces a browser API for a test; restored afterwards, as test files share the environment.
   */
  const standIn = (holder: object, name: string, value: PropertyDescriptor) => {
    const before = stored.get(holder) ?? new Map<string, PropertyDescriptor | undefined>();
    stored.set(holder, before.set(name, Object.getOwnPropertyDescriptor(holder, name)));
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
    for (const [holder, before] of stored) {
      for (const [name, value] of before) {
        if (value === undefined) Reflect.deleteProperty(holder, name);
        else Object.defineProperty(holder, name, value);
      }
    }
    stored.clear();
  });

  const file = (bytes: number, type: string, head = "") =>
    new File([head.padEnd(bytes, "x")], "logo", { type });

  test("is reduced in a format with transparency", async () => {
    const small = await shrinkPicture(file(100, "image/png"), LOGO);
    expect([small.size, small.type]).toEqual([10, "image/webp"]);
    expect(drawImage.mock.lastCall?.slice(1)).toEqual([0, 0, 800, 200, 0, 0, 400, 100]);
  });

  test("is not enlarged", async () => {
    await shrinkPicture(file(100, "image/jpeg"), PHOTO_REDUCTION);
    expect(drawImage.mock.lastCall?.slice(1)).toEqual([0, 0, 800, 200, 0, 0, 800, 200]);
  });

  test("is unchanged if reducing makes it no smaller", async () => {
    drawnBytes = 100;
    const chosen = file(100, "image/png");
    expect(await shrinkPicture(chosen, LOGO)).toBe(chosen);
  });

  test("is re-encoded if the server cannot decode its format", async () => {
    drawnBytes = 100;
    expect((await shrinkPicture(file(20, "image/bmp"), LOGO)).type).toBe("image/webp");
  });

  test.each([
    ["GIF", "image/gif", "GIF89a"],
    ["WebP", "image/webp", "RIFF....WEBPVP8X....\u0002"],
    ["PNG", "image/png", "xPNG\r\n\u001a\n\0\0\0\u0004oneC....sum.\0\0\0\u0008acTL"],
    ["AVIF", "image/avif", "\0\0\0\u001cftypavis"],
  ])("is sent unchanged if it is an animated %s", async (_, type, head) => {
    const chosen = file(100, type, head);
    expect(await shrinkPicture(chosen, PHOTO_REDUCTION)).toBe(chosen);
    expect(drawImage).not.toHaveBeenCalled();
  });

  test.each([
    ["WebP", "image/webp", "RIFF....WEBPVP8X....\u0010"],
    ["PNG", "image/png", "xPNG\r\n\u001a\n\0\0\0\u0004IDAT....sum.\0\0\0\u0008acTL"],
  ])("is reduced if it is a still %s", async (_, type, head) => {
    expect((await shrinkPicture(file(100, type, head), PHOTO_REDUCTION)).size).toBe(10);
  });

  describe("that the browser cannot decode", () => {
    beforeEach(() => {
      const decode = async () => {
        throw new DOMException("no picture", "EncodingError");
      };
      standIn(HTMLImageElement.prototype, "decode", { value: decode });
    });

    test("is sent unchanged", async () => {
      const chosen = file(100, "image/heic");
      expect(await shrinkPicture(chosen, PHOTO_REDUCTION)).toBe(chosen);
      const untyped = new File(["x"], "IMG_0001.HEIC");
      expect(await shrinkPicture(untyped, PHOTO_REDUCTION)).toBe(untyped);
    });

    test("is refused if the server would refuse it", async () => {
      await expect(shrinkPicture(file(100, "text/plain"), PHOTO_REDUCTION)).rejects.toThrow(
        "Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture.",
      );
      const large = file(1, "image/heic");
      Object.defineProperty(large, "size", { value: 25 * 1024 * 1024 + 1 });
      await expect(shrinkPicture(large, PHOTO_REDUCTION)).rejects.toThrow(
        "A picture may have at most 25 MB.",
      );
    });
  });
});
