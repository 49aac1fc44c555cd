/** Draws the picture of an input URL without a file. The URL determines the colors, shapes and label. */

import { createHash } from 'node:crypto';

import type { Size } from '../../../contract/dimensions.ts';
import { BLACK, createFrame, even, fill, mix, rgb, WHITE, type Color, type Frame, type Rect } from '../raster/frame.ts';
import { drawText, wrap } from '../raster/text.ts';

/** An image without a file: its URL and its size. */
export interface StandInImage extends Size {
  readonly url: string;
}

/** Returns a number from 0 to `sides - 1` that is derived from the URL. */
type Draw = (which: number, sides: number) => number;

const SHAPES = 3;
/** The height of a band of one color. Lower bands take more time, and higher bands are visible as stripes. */
const BAND = 4;

/** Draws the image, scaled to cover a size and cropped at the center. The canvas is the position of the whole image. */
export function drawStandIn(image: StandInImage, size: Size): Frame {
  const draw = drawsOf(image.url);
  const canvas = cover(image, size);
  const hue = draw(0, 360);
  const frame = createFrame(size, colorOf(hue, 0.4));
  drawGradient(frame, canvas, [colorOf(hue, 0.32), colorOf(hue + 60 + draw(1, 120), 0.62)]);
  for (let which = 0; which < SHAPES; which += 1) drawShape(frame, canvas, { draw, which, hue });
  drawEdge(frame, canvas);
  drawLabel(frame, labelOf(image));
  return frame;
}

function drawsOf(url: string): Draw {
  const digest = createHash('sha256').update(url).digest();
  return (which, sides) => digest.readUInt16BE((which % 16) * 2) % sides;
}

function cover(image: Size, { width, height }: Size): Rect {
  const scale = Math.max(width / image.width, height / image.height);
  const whole = { width: image.width * scale, height: image.height * scale };
  return { ...whole, x: (width - whole.width) / 2, y: (height - whole.height) / 2 };
}

function drawGradient(frame: Frame, canvas: Rect, [top, bottom]: readonly [Color, Color]): void {
  for (let y = 0; y < frame.height; y += BAND) {
    fill(frame, { x: 0, y, width: frame.width, height: BAND }, mix(top, bottom, (y - canvas.y) / canvas.height));
  }
}

/** Draws one disc, diamond or square, row by row. */
function drawShape(frame: Frame, canvas: Rect, { draw, which, hue }: { draw: Draw; which: number; hue: number }): void {
  const at = (n: number, sides: number): number => draw(2 + which * 4 + n, sides);
  const radius = (Math.min(canvas.width, canvas.height) * (10 + at(0, 12))) / 100;
  const x = canvas.x + (canvas.width * (15 + at(1, 70))) / 100;
  const y = canvas.y + (canvas.height * (15 + at(2, 70))) / 100;
  const widthAt = WIDTHS[at(3, WIDTHS.length)] ?? (() => 1);
  const color = colorOf(hue + 180 + 40 * which, 0.5 + 0.1 * which);
  for (let row = Math.max(0, even(y - radius)); row < Math.min(frame.height, y + radius); row += 2) {
    const half = radius * widthAt(Math.min(1, Math.abs(row - y) / radius));
    fill(frame, { x: x - half, y: row, width: 2 * half, height: 2 }, color);
  }
}

/** The half width of a disc, diamond and square at a distance from the center, both as shares of the radius. */
const WIDTHS = [
  (away: number): number => Math.sqrt(1 - away * away),
  (away: number): number => 1 - away,
  (): number => 0.85,
];

/** Draws a white border around the whole image. It shows whether the image was cropped. */
function drawEdge(frame: Frame, { x, y, width, height }: Rect): void {
  const edge = Math.max(2, even(Math.min(width, height) / 80));
  fill(frame, { x, y, width, height: edge }, WHITE);
  fill(frame, { x, y: y + height - edge, width, height: edge }, WHITE);
  fill(frame, { x, y, width: edge, height }, WHITE);
  fill(frame, { x: x + width - edge, y, width: edge, height }, WHITE);
}

/** Returns the file name of the URL, and the size unless the name contains it. */
function labelOf({ url, width, height }: StandInImage): string {
  const { pathname, hostname } = new URL(url);
  const name = (pathname.split('/').findLast((part) => part !== '') ?? hostname).replaceAll(/%[0-9a-f]{2}/gi, '?');
  const size = `${width}x${height}`;
  return name.includes(size) ? name : `${name} ${size}`;
}

function drawLabel(frame: Frame, label: string): void {
  const pixels = Math.max(8, Math.round(Math.min(frame.width, frame.height) / 12));
  const style = { face: 'DejaVuSans-Bold', pixels, color: WHITE } as const;
  const lines = wrap(label, style, { width: frame.width * 0.8, lines: 2 });
  const height = pixels * (1.3 * lines.length + 0.6);
  const top = even(frame.height * 0.62);
  fill(frame, { x: even(frame.width * 0.08), y: top, width: even(frame.width * 0.84), height: even(height) }, BLACK);
  for (const [index, line] of lines.entries()) {
    drawText(frame, line, { x: frame.width * 0.1, y: top + pixels * (1.3 * index + 1.2), style });
  }
}

/** Returns a color with a hue in degrees, a fixed saturation, and a lightness from 0 to 1. */
function colorOf(hue: number, lightness: number): Color {
  const reach = 0.65 * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): string => {
    const k = (offset + hue / 30) % 12;
    const value = Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
    return value.toString(16).padStart(2, '0');
  };
  return rgb(`#${channel(0)}${channel(8)}${channel(4)}`);
}
