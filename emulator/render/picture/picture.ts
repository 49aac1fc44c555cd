/** The pictures of a clip, second by second: each is a part of its own, made once and used by every clip that shows it. */

import type { Size } from '../../../contract/dimensions.ts';
import type { Workflow } from '../../../contract/workflow.ts';
import type { ClipPlan } from '../../domain/clip-plan.ts';
import type { FfmpegInput, FfmpegJob } from '../ffmpeg-run.ts';
import type { PartRecipe, Studio } from '../segments/encoder.ts';
import type { MarkLayout } from './burn-in.ts';
import type { Scene, ShotMaker, ShotRequest, Stretch } from './shot.ts';
import type { SlateFacts } from './slate.ts';
import { readAnnexB } from '../segments/annex-b.ts';
import { cutSecond, wholeSeconds } from '../segments/cut.ts';
import { h264Seconds, rawVideo } from '../segments/video-format.ts';
import { editShot, extendShot } from './source-shot.ts';
import { framesShot, imageShot } from './image-shot.ts';
import { referenceShot } from './reference-shot.ts';
import { drawMarks, markLayout } from './burn-in.ts';
import { drawCaption, slateFacts } from './slate.ts';
import { textShot } from './text-shot.ts';

const SHOTS: Record<Workflow, ShotMaker> = {
  text: textShot,
  image: imageShot,
  'first-and-last-frame': framesShot,
  reference: referenceShot,
  edit: editShot,
  extend: extendShot,
};

/** A second as the clip shows it: with its marks, and in the first second of all but text clips with its caption. */
export type MarkedSecond = (plan: ClipPlan, second: number) => Promise<PartRecipe>;

/** Recipes for the pictures of one request. Clips share sources, so each second of each distinct source gets one recipe. */
export function pictureRecipes(studio: Studio): MarkedSecond {
  const sources = new Map<string, Promise<PartRecipe>>();
  const source = (plan: ClipPlan, second: number): Promise<PartRecipe> => {
    const key = `${plan.key} ${second}`;
    const known = sources.get(key);
    if (known !== undefined) return known;
    // Without marks: later clips have marks of their own.
    const recipe = secondPart({ studio, plan, second, source }, undefined);
    sources.set(key, recipe);
    return recipe;
  };
  return async (plan, second) => {
    const facts = second === 0 ? slateFacts(plan) : undefined;
    const caption = facts !== undefined && plan.workflow !== 'text' ? facts : undefined;
    return secondPart({ studio, plan, second, source }, { id: facts?.id ?? '', caption });
  };
}

interface Marks {
  readonly id: string;
  readonly caption: SlateFacts | undefined;
}

interface Framing {
  readonly size: Size;
  readonly stretch: Stretch;
  readonly marks: Marks | undefined;
}

async function secondPart(request: ShotRequest, marks: Marks | undefined): Promise<PartRecipe> {
  const { studio, plan, second } = request;
  const shot = await SHOTS[plan.workflow](request);
  const { size } = plan;
  const stretch = shot.stretch ?? { from: second, seconds: 1 };
  const part = studio.recipe(['picture', size, shot.ingredients, stretch, marks ?? 'clean'], async (signal) => {
    const draw = await shot.prepare(signal);
    const stream = await studio.run(() => encodeJob({ size, stretch, marks }, draw()), signal);
    return wholeSeconds(readAnnexB(stream), stretch.seconds);
  });
  return cutSecond(part, second - stretch.from);
}

function encodeJob({ size, stretch, marks }: Framing, scene: Scene): FfmpegJob {
  const overlays = marks === undefined ? [] : markOverlays({ size, stretch, marks });
  const first = scene.inputs.length;
  const placed = overlays.map(({ filter }, index) =>
    filter({ input: first + index, from: label(index), to: label(index + 1) }),
  );
  const graph = [
    ...scene.filters,
    `[base]null[${label(0)}]`,
    ...placed,
    `[${label(overlays.length)}]format=yuv420p[out]`,
  ];
  return {
    inputs: [...scene.inputs, ...overlays.map(({ input }) => input)],
    output: ['-filter_complex', graph.join(';'), '-map', '[out]', ...h264Seconds(size, stretch.seconds)],
  };
}

function label(step: number): string {
  return `step${step}`;
}

interface Overlay {
  readonly input: FfmpegInput;
  readonly filter: (names: { input: number; from: string; to: string }) => string;
}

function markOverlays({ size, stretch, marks: { id, caption } }: Framing & { readonly marks: Marks }): Overlay[] {
  const layout = markLayout(size);
  const seconds = Array.from({ length: stretch.seconds }, (_, index) => drawMarks(size, stretch.from + index, id));
  const sheets = { options: rawVideo(layout.sheet), chunks: seconds.flat() };
  const laid: Overlay = { input: sheets, filter: ({ input, from, to }) => placeMarks(layout, { input, from, to }) };
  if (caption === undefined) return [laid];
  const { plate, x, y } = drawCaption(caption);
  return [
    {
      input: { options: rawVideo(plate, 'yuva420p'), chunks: [plate.bytes] },
      filter: ({ input, from, to }) => `[${from}][${input}:v]overlay=x=${x}:y=${y}[${to}]`,
    },
    laid,
  ];
}

/** Cuts each frame's sheet into its three marks and lays them on the picture. */
function placeMarks(
  { code, timecode, flash }: MarkLayout,
  { input, from, to }: { input: number; from: string; to: string },
): string {
  const marks = [code, timecode, flash];
  const cut = marks.map(
    ({ from: { x, y, width, height } }, index) => `[sheet${index}]crop=${width}:${height}:${x}:${y}[mark${index}]`,
  );
  const lay = marks.map((mark, index) => {
    const [under, over] = [index === 0 ? from : `laid${index}`, index === marks.length - 1 ? to : `laid${index + 1}`];
    return `[${under}][mark${index}]overlay=x=${mark.to.x}:y=${mark.to.y}[${over}]`;
  });
  return [`[${input}:v]split=3[sheet0][sheet1][sheet2]`, ...cut, ...lay].join(';');
}
