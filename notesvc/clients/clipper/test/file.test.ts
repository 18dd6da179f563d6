// @vitest-environment jsdom
import { expect, it } from "vitest";
import { pageAsFile } from "../src/page/file.ts";

function fileOf(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  Object.defineProperty(page, "baseURI", { value: "https://kettle.example/tea/green" });
  return pageAsFile(page);
}

it("has what is there, by whole addresses", () => {
  const file = fileOf(
    '<p id="a">Tea</p><img src="../cup.png" srcset="x 2x"><a href="/black">Black</a><a href="#a">up</a>',
  );
  expect(file).toContain('<p id="a">Tea</p><img src="https://kettle.example/cup.png">');
  expect(file).toContain('<a href="https://kettle.example/black">Black</a><a href="#a">up</a>');
  expect(file).toMatch(/^<!doctype html>\n<html><head><meta charset="utf-8">/);
});

it("runs nothing and leads nowhere by itself", () => {
  const file = fileOf(
    '<base href="//a.example"><meta http-equiv="refresh" content="0;url=//a.example"><script>1</script>' +
      '<p onclick="x()">Tea</p><a href="javascript:x()">x</a><iframe src="//a.example"></iframe><svg onload="x()"></svg>',
  );
  expect(file).not.toMatch(/script>|onclick|onload|javascript:|iframe|a\.example/);
  expect(file).toContain(`content="default-src 'none'`);
});
