/** Draws the burn-in of every frame: frame code, timecode, frame number, and a corner that flashes on each second. */

import type { Size } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { FRAME_CODE_CELLS, frameCodeCells, cellSize } from '../frame-code.ts';
import { BLACK, createFrame, even, fill, WHITE, type Frame } from '../raster/frame.ts';
import { drawText, measure, type TextStyle } from '../raster/text.ts';

export type BurnInLayout = ReturnType<typeof burnInLayout>;

/** The corner is white for this many frames at the start of each second. */
const FLASH_FRAMES = 3;

const FPS = LIMITS.framesPerSecond;

/** Returns the pieces of the burn-in: their rectangles on a sheet, and their positions in frames of a size. */
export function burnInLayout(size: Size) {
  const cell = cellSize(size);
  const style = timecodeStyle(size);
  const code = { x: 0, y: 0, width: cell * FRAME_CODE_CELLS, height: cell };
  const box = { width: even(measure(timecodeText(0), style) + style.pixels), height: even(style.pixels * 1.5) };
  const timecode = { x: 0, y: code.height, ...box };
  const flash = { x: 0, y: timecode.y + timecode.height, width: 3 * cell, height: 3 * cell };
  const margin = cell;
  return {
    /** All pieces of one frame lie under one another on a sheet, so that ffmpeg reads them as one small video. */
    sheet: { width: Math.max(code.width, timecode.width), height: flash.y + flash.height },
    code: { from: code, to: { x: 0, y: 0 } },
    timecode: { from: timecode, to: { x: size.width - box.width - margin, y: size.height - box.height - margin } },
    flash: { from: flash, to: { x: size.width - flash.width, y: 0 } },
  };
}

/** Returns the sheets of one second, one raw frame each. */
export function drawBurnIn(size: Size, second: number, id: string): Uint8Array[] {
  const layout = burnInLayout(size);
  return Array.from({ length: FPS }, (_, index) => drawSheet(size, layout, { number: second * FPS + index, id }).bytes);
}

/** Returns hours, minutes, seconds and frames, then the frame number, which starts at 0. */
export function timecodeText(frame: number): string {
  const seconds = Math.floor(frame / FPS);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}:${two(frame % FPS)} #${String(frame).padStart(3, '0')}`;
}

function drawSheet(
  size: Size,
  { sheet, code, timecode, flash }: BurnInLayout,
  { number, id }: { number: number; id: string },
): Frame {
  const frame = createFrame(sheet, BLACK);
  const cell = cellSize(size);
  for (const [index, bit] of frameCodeCells(number, id).entries()) {
    if (bit === 1) fill(frame, { x: code.from.x + index * cell, y: code.from.y, width: cell, height: cell }, WHITE);
  }
  const lit = number % FPS < FLASH_FRAMES;
  if (lit) for (const rect of [timecode.from, flash.from]) fill(frame, rect, WHITE);
  const style = { ...timecodeStyle(size), color: lit ? BLACK : WHITE };
  const y = timecode.from.y + timecode.from.height / 2 + style.pixels * 0.36;
  drawText(frame, timecodeText(number), { x: timecode.from.x + style.pixels / 2, y, style });
  return frame;
}

function timecodeStyle({ width, height }: Size): TextStyle {
  return { face: 'DejaVuSansMono-Bold', pixels: Math.max(14, Math.round(Math.min(width, height) / 36)), color: WHITE };
}
