/** A clip of each workflow, and what a decoded one must hold. */

import { expect, test } from 'vitest';

import type { Size } from '../../../contract/dimensions.ts';
import type { ClipPlan } from '../../../emulator/domain/clip-plan.ts';
import type { ClipRenderer } from '../../../emulator/domain/ports.ts';
import { blockCodes, bytesOf } from './decode.ts';
import { readId } from './read-frame-code.ts';
import { planFor, sample } from './renderer-for-tests.ts';

export const SECONDS = 4;
export const FRAMES = 24 * SECONDS;
export const SIZE: Size = { width: 854, height: 480 };
export const TEXT = planFor({ audio: true });
export const id = (last: number): string => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;

export const PLANS: Record<ClipPlan['workflow'], ClipPlan> = {
  text: TEXT,
  image: planFor({ id: id(1), workflow: 'image', images: [sample('chart.png')] }),
  'first-and-last-frame': planFor({
    id: id(2),
    workflow: 'first-and-last-frame',
    images: [sample('chart.png'), sample('card.jpg')],
  }),
  reference: planFor({
    id: id(3),
    workflow: 'reference',
    audio: true,
    images: [sample('card.jpg', 'hero'), sample('life.webp', 'castle', 'keep')],
    audios: [sample('a4.mp3', 'song'), sample('a5.wav')],
    sources: [{ clip: TEXT, handles: ['harbor'] }],
  }),
  edit: planFor({ id: id(4), workflow: 'edit', prompt: 'Make it autumn', sources: [{ clip: TEXT, handles: [] }] }),
  extend: planFor({ id: id(5), workflow: 'extend', prompt: 'They sail on', sources: [{ clip: TEXT, handles: [] }] }),
};

/** Decodes one clip of each workflow. */
export function workflowClipsSuite(ffmpeg: string, renderer: () => ClipRenderer): void {
  test.each(Object.values(PLANS))('a $workflow clip holds all its frames in order, and its id', async (plan) => {
    const codes = await blockCodes(ffmpeg, await bytesOf(await renderer().render(plan)), plan.size);
    expect(codes.map((code) => code?.frame)).toEqual(Array.from({ length: FRAMES }, (_, index) => index));
    expect([0, 8, 16].map((from) => readId(codes.slice(from)))).toEqual([plan.id, plan.id, plan.id]);
    expect(codes.slice(24).every((code) => code?.payload === 0)).toBe(true);
  });
}
