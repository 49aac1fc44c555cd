/** The picture of a URL without a file. */
import { describe, expect, test } from 'vitest';
import { WHITE } from '../raster/frame.ts';
import { drawStandIn } from './stand-in.ts';

const SIZE = { width: 320, height: 180 };
const image = (url: string, width = 1280, height = 720) => ({ url, width, height });
const bytesOf = (url: string): Buffer => Buffer.from(drawStandIn(image(url), SIZE).bytes);

describe('the picture of a URL', () => {
  test('is the same each time', () => {
    expect(bytesOf('https://a.example/x.png').equals(bytesOf('https://a.example/x.png'))).toBe(true);
  });

  test('differs from the pictures of other URLs, by the query too', () => {
    const pictures = ['a.png', 'b.png', 'a.png?v=2'].map((name) =>
      bytesOf(`https://a.example/${name}`).toString('hex'),
    );
    expect(new Set(pictures).size).toBe(3);
  });

  test('shows by its edge whether it was cropped', () => {
    const whole = drawStandIn(image('https://a.example/x.png'), SIZE);
    const cropped = drawStandIn(image('https://a.example/x.png', 720, 1280), SIZE);
    expect(whole.y[160]).toBe(WHITE.y);
    expect(cropped.y[160]).not.toBe(WHITE.y);
  });

  test.each(['', 'a'.repeat(300), '%F0%9F%8E%AC%00', '%', '日本'])(
    'can be drawn under the name %j at any shape',
    (name) => {
      for (const [width, height] of [
        [2, 2],
        [300, 6],
        [64, 640],
      ] as const) {
        const { bytes } = drawStandIn(image(`https://a.example/${name}`, 6000, 2400), { width, height });
        expect(bytes.length).toBe((width * height * 3) / 2);
      }
    },
  );
});
