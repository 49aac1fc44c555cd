/** Makes the pictures of a clip. Each second is one segment, which all clips with the same second share. */

import type { Size } from '../../../contract/dimensions.ts';
import type { Workflow } from '../../../contract/workflow.ts';
import type { ClipPlan } from '../../domain/clip-plan.ts';
import type { FfmpegInput, FfmpegJob } from '../ffmpeg-run.ts';
import type { Encoder } from '../segments/encoder.ts';
import type { Scene, ShotMaker, ShotRequest, Stretch } from './shot.ts';
import { cutSecond, wholeSeconds, type SegmentSpec } from '../segments/segment.ts';
import { h264Seconds, rawVideo, readAnnexB } from '../segments/formats.ts';
import { editShot, extendShot, framesShot, imageShot } from './input-shots.ts';
import { referenceShot } from './reference-shot.ts';
import { drawBurnIn, burnInLayout, type BurnInLayout } from './burn-in.ts';
import { drawCaption, slateFacts, type SlateFacts } from './slate.ts';
import { textShot } from './text-shot.ts';

const SHOTS: Record<Workflow, ShotMaker> = {
  text: textShot,
  image: imageShot,
  'first-and-last-frame': framesShot,
  reference: referenceShot,
  edit: editShot,
  extend: extendShot,
};

/**
 * Returns a function that makes the spec of a second with its burn-in. The first second also has a caption, except in
 * text clips. Each second of each source video gets one spec.
 */
export function pictureSpecs(encoder: Encoder) {
  const sources = new Map<string, Promise<SegmentSpec>>();
  const source = (plan: ClipPlan, second: number): Promise<SegmentSpec> => {
    const key = `${plan.key} ${second}`;
    const known = sources.get(key);
    if (known !== undefined) return known;
    // Sources have no burn-in, because the clips that are made from them add their own.
    const spec = secondSegment({ encoder, plan, second, source }, undefined);
    sources.set(key, spec);
    return spec;
  };
  return async (plan: ClipPlan, second: number): Promise<SegmentSpec> => {
    const facts = second === 0 ? slateFacts(plan) : undefined;
    const caption = facts !== undefined && plan.workflow !== 'text' ? facts : undefined;
    return secondSegment({ encoder, plan, second, source }, { id: facts?.id ?? '', caption });
  };
}

interface BurnIn {
  readonly id: string;
  readonly caption: SlateFacts | undefined;
}

/** ffmpeg's default seed makes the grain deterministic. */
const GRAIN = 'noise=c0s=5:c0f=t';

async function secondSegment(request: ShotRequest, burnIn: BurnIn | undefined): Promise<SegmentSpec> {
  const { encoder, plan, second } = request;
  const { size } = plan;
  const shot = await SHOTS[plan.workflow](request);
  const stretch = shot.stretch ?? { from: second, seconds: 1 };
  // A source gets no grain, because the clip that is made from it would encode the grain again.
  const finish = shot.isGrained === true && burnIn !== undefined ? GRAIN : 'null';
  const segment = encoder.spec(['picture', size, shot.keyParts, stretch, burnIn ?? 'clean'], async (demand) => {
    const draw = await shot.prepare(demand);
    const job = async (): Promise<FfmpegJob> => {
      const overlays = burnIn === undefined ? [] : await burnInOverlays(encoder, { size, stretch, ...burnIn });
      const { inputs, filters } = layered(await draw(), finish, overlays);
      const graph = ['-filter_complex', filters.join(';'), '-map', '[out]'];
      return { inputs, output: [...graph, ...h264Seconds(size, stretch.seconds)] };
    };
    const stream = await encoder.run(job, demand);
    return wholeSeconds(readAnnexB(stream), stretch.seconds);
  });
  return cutSecond(segment, second - stretch.from);
}

/** An input that lies over the picture. Its filter gets the number of the input, and the labels before and after it. */
interface Overlay {
  readonly input: FfmpegInput;
  readonly filter: (input: number, from: string, to: string) => string;
}

/** Returns the scene under its overlays. `finish` is the filter between them. */
function layered({ inputs, filters }: Scene, finish: string, overlays: readonly Overlay[]): Scene {
  const placed = overlays.map(({ filter }, at) => filter(inputs.length + at, `step${at}`, `step${at + 1}`));
  const last = `[step${overlays.length}]format=yuv420p[out]`;
  return {
    inputs: [...inputs, ...overlays.map(({ input }) => input)],
    filters: [...filters, `[base]${finish}[step0]`, ...placed, last],
  };
}

async function burnInOverlays(
  encoder: Encoder,
  { size, stretch, id, caption }: BurnIn & { readonly size: Size; readonly stretch: Stretch },
): Promise<Overlay[]> {
  const layout = burnInLayout(size);
  const chunks: Uint8Array[] = [];
  for (let second = stretch.from; second < stretch.from + stretch.seconds; second += 1) {
    chunks.push(...(await encoder.draw(() => drawBurnIn(size, second, id))));
  }
  const sheets = { options: rawVideo(layout.sheet), chunks };
  const laid: Overlay = { input: sheets, filter: placeBurnIn(layout) };
  if (caption === undefined) return [laid];
  const { frame, x, y } = await encoder.draw(() => drawCaption(caption, encoder.font));
  const input = { options: rawVideo(frame, 'yuva420p'), chunks: [frame.bytes] };
  return [{ input, filter: (at, from, to) => `[${from}][${at}:v]overlay=x=${x}:y=${y}[${to}]` }, laid];
}

/** Returns a filter that cuts the sheet of each frame into three pieces and overlays them on the picture. */
function placeBurnIn({ code, timecode, flash }: BurnInLayout): Overlay['filter'] {
  const pieces = [code, timecode, flash];
  const cut = pieces.map(
    ({ from: { x, y, width, height } }, index) => `[sheet${index}]crop=${width}:${height}:${x}:${y}[mark${index}]`,
  );
  return (input, from, to) => {
    const lay = pieces.map((piece, index) => {
      const under = index === 0 ? from : `laid${index}`;
      const over = index === pieces.length - 1 ? to : `laid${index + 1}`;
      return `[${under}][mark${index}]overlay=x=${piece.to.x}:y=${piece.to.y}[${over}]`;
    });
    return [`[${input}:v]split=3[sheet0][sheet1][sheet2]`, ...cut, ...lay].join(';');
  };
}
