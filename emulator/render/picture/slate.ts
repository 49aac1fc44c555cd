/** A generation's facts for people: a slate in the first second of a text clip, a caption on the others. */

import type { Size } from '../../../contract/dimensions.ts';
import type { ClipPlan } from '../../domain/clip-plan.ts';
import { BLACK, WHITE, mix, type Color } from '../raster/color.ts';
import { createFrame, even, fill, type Frame } from '../raster/frame.ts';
import { drawText, wrap, type LoadedFace, type TextStyle } from '../raster/text.ts';
import { cellSize } from '../block-code.ts';
import { styleOf } from './style.ts';
import { burnInLayout } from './burn-in.ts';

/** The facts on the slate and in the caption. */
export type SlateFacts = Pick<
  ClipPlan,
  'id' | 'prompt' | 'seed' | 'workflow' | 'resolution' | 'size' | 'seconds' | 'audio'
>;

export interface Caption {
  readonly frame: Frame;
  readonly x: number;
  readonly y: number;
}

interface SetPrompt {
  readonly style: TextStyle;
  readonly lines: readonly string[];
}

/** In units of a 24th of the shorter side. */
const PROMPT_SIZES = [2.4, 1.9, 1.5, 1.2];

/** The facts alone, so that a plan's other fields do not make a new slate. */
export function slateFacts({ id, prompt, seed, workflow, resolution, size, seconds, audio }: ClipPlan): SlateFacts {
  return { id, prompt, seed, workflow, resolution, size, seconds, audio };
}

/** A whole frame: what it is above, the prompt large, the id below. */
export function drawSlate(facts: SlateFacts, fallback?: LoadedFace): Frame {
  const { size, prompt, id } = facts;
  const { palette } = styleOf(facts);
  const unit = Math.min(size.width, size.height) / 24;
  const frame = shaded(size, mix(palette.near, BLACK, 0.35), mix(palette.middle, BLACK, 0.35));
  const text = mix(WHITE, palette.light, 0.3);
  const margin = 2 * unit;
  const width = size.width - 2 * margin;
  fill(
    frame,
    { x: even(margin), y: even(3.1 * unit), width: even(2.4 * unit), height: even(unit / 3) },
    palette.accent,
  );
  const small = {
    face: 'DejaVuSansMono-Bold',
    pixels: Math.round(unit * 0.8),
    color: mix(text, palette.middle, 0.15),
  } as const;
  let y = 5.2 * unit;
  for (const line of wrap(headline(facts), small, { width, lines: 2 })) {
    drawText(frame, line, { x: margin, y, style: small });
    y += 1.2 * unit;
  }
  y += 1.2 * unit;
  const { style, lines } = fitPrompt(
    prompt,
    { color: text, fallback },
    { unit, width, height: size.height - y - 4.5 * unit },
  );
  for (const line of lines) {
    drawText(frame, line, { x: margin, y: y + style.pixels * 0.3, style });
    y += style.pixels * 1.3;
  }
  const foot = wrap(id, small, { width, lines: 2 });
  for (const [index, line] of foot.entries()) {
    drawText(frame, line, { x: margin, y: size.height - (3.2 + (foot.length - 1 - index) * 1.2) * unit, style: small });
  }
  return frame;
}

/** The largest type in which the whole prompt has room, or as much of it as the smallest shows. */
function fitPrompt(
  prompt: string,
  ink: Pick<TextStyle, 'color' | 'fallback'>,
  { unit, width, height }: { unit: number; width: number; height: number },
): SetPrompt {
  const choices = PROMPT_SIZES.map((scale): SetPrompt => {
    const style: TextStyle = { face: 'DejaVuSans-Bold', pixels: Math.round(unit * scale), ...ink };
    const room = Math.max(1, Math.floor(height / (style.pixels * 1.3)));
    return { style, lines: wrap(prompt, style, { width, lines: room }) };
  });
  const whole = choices.find(({ lines }) => lines.at(-1)?.endsWith('…') !== true);
  return whole ?? choices.at(-1) ?? { style: { face: 'DejaVuSans-Bold', pixels: unit, ...ink }, lines: [] };
}

/** The bar that crosses the slate once in its second. */
export function drawSlateBar(facts: SlateFacts): Frame {
  const unit = Math.min(facts.size.width, facts.size.height) / 24;
  return createFrame({ width: even(facts.size.width), height: even(unit / 4) }, styleOf(facts).palette.accent);
}

/** The same facts in the bottom left corner, small and see-through, so that the picture stays itself. */
export function drawCaption(facts: SlateFacts, fallback?: LoadedFace): Caption {
  const { size } = facts;
  const pixels = Math.max(12, Math.round(Math.min(size.width, size.height) / 46));
  const style = { face: 'DejaVuSans-Bold', pixels, color: WHITE, fallback } as const;
  const width = even(Math.min(size.width - 2 * cellSize(size), pixels * 34));
  const room = width - pixels;
  const lines = [headline(facts), facts.id, facts.prompt].flatMap((line) =>
    wrap(line, style, { width: room, lines: 1 }),
  );
  const frame = createFrame({ width, height: even(pixels * (1.4 * lines.length + 0.6)) }, BLACK, 110);
  for (const [index, line] of lines.entries()) {
    drawText(frame, line, { x: pixels / 2, y: pixels * (1.4 * index + 1.3), style });
  }
  const { timecode } = burnInLayout(size);
  const above = timecode.to.x < cellSize(size) + width ? timecode.to.y : size.height;
  return { frame, x: cellSize(size), y: even(above - frame.height - cellSize(size)) };
}

function headline({ workflow, resolution, size, seconds, audio }: SlateFacts): string {
  return `${workflow} · ${resolution} ${size.width}x${size.height} · ${seconds} s · ${audio ? 'with sound' : 'silent'}`;
}

function shaded(size: Size, top: Color, bottom: Color): Frame {
  const frame = createFrame(size, top);
  const step = 4;
  for (let y = 0; y < size.height; y += step) {
    fill(frame, { x: 0, y, width: size.width, height: step }, mix(top, bottom, y / size.height));
  }
  return frame;
}
