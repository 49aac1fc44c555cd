/** Draws the facts of a generation: a slate in the first second of text clips, and a caption in other clips. */

import type { Size } from '../../../contract/dimensions.ts';
import type { ClipPlan } from '../../domain/clip-plan.ts';
import { BLACK, createFrame, even, fill, mix, WHITE, type Color, type Frame } from '../raster/frame.ts';
import { drawText, wrap, type LoadedFace, type TextStyle } from '../raster/text.ts';
import { cellSize } from '../frame-code.ts';
import { styleOf } from './style.ts';
import { burnInLayout } from './burn-in.ts';

export type SlateFacts = Pick<
  ClipPlan,
  'id' | 'prompt' | 'seed' | 'workflow' | 'resolution' | 'size' | 'seconds' | 'audio'
>;

/** The type sizes of the prompt, in units of 1/24 of the shorter side. */
const PROMPT_SIZES = [2.4, 1.9, 1.5, 1.2];

/** Picks the facts that a slate shows, so that other fields of the plan do not change its cache key. */
export function slateFacts({ id, prompt, seed, workflow, resolution, size, seconds, audio }: ClipPlan): SlateFacts {
  return { id, prompt, seed, workflow, resolution, size, seconds, audio };
}

/** Draws a whole frame: the kind of the clip at the top, the prompt in large type, and the id at the bottom. */
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

/** Returns the largest style in which the whole prompt fits, or the smallest style and a cut prompt. */
function fitPrompt(
  prompt: string,
  ink: Pick<TextStyle, 'color' | 'fallback'>,
  { unit, width, height }: { unit: number; width: number; height: number },
): { style: TextStyle; lines: string[] } {
  const choices = PROMPT_SIZES.map((scale) => {
    const style: TextStyle = { face: 'DejaVuSans-Bold', pixels: Math.round(unit * scale), ...ink };
    const room = Math.max(1, Math.floor(height / (style.pixels * 1.3)));
    return { style, lines: wrap(prompt, style, { width, lines: room }) };
  });
  const whole = choices.find(({ lines }) => lines.at(-1)?.endsWith('…') !== true);
  return whole ?? choices.at(-1) ?? { style: { face: 'DejaVuSans-Bold', pixels: unit, ...ink }, lines: [] };
}

/** Draws the bar that moves across the slate in its second. */
export function drawSlateBar(facts: SlateFacts): Frame {
  const unit = Math.min(facts.size.width, facts.size.height) / 24;
  return createFrame({ width: even(facts.size.width), height: even(unit / 4) }, styleOf(facts).palette.accent);
}

/** Draws the same facts for the bottom left corner: small and translucent, so that the picture stays visible. */
export function drawCaption(facts: SlateFacts, fallback?: LoadedFace) {
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
