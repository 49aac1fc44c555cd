/** Makes the shots of text workflows: a slate for one second, then a moving landscape. */

import type { Size } from '../../../contract/dimensions.ts';
import type { Encoder } from '../segments/encoder.ts';
import type { ClipSegment, SegmentSpec } from '../segments/segment.ts';
import type { Scene, Shot, ShotRequest, Stretch } from './shot.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { rawVideo } from '../segments/formats.ts';
import { held } from './filters.ts';
import { styleOf, type Style } from './style.ts';
import { drawLayer, drawSky, sceneryLayers } from './scenery.ts';
import { drawSlate, drawSlateBar, slateFacts } from './slate.ts';

const FPS = LIMITS.framesPerSecond;
/** Encoding two seconds together halves the number of processes. Seconds after the end are not encoded. */
const STRETCH_SECONDS = 2;

export async function textShot({ encoder, plan, second }: ShotRequest): Promise<Shot> {
  if (second === 0) {
    const facts = slateFacts(plan);
    return {
      keyParts: ['slate', facts],
      prepare: async () => () => encoder.draw(() => slateScene(facts, encoder.font)),
    };
  }
  const style = styleOf(plan);
  const from = second - ((second - 1) % STRETCH_SECONDS);
  const stretch = { from, seconds: Math.min(STRETCH_SECONDS, plan.seconds - from) };
  return {
    keyParts: ['landscape', style.index],
    stretch,
    isGrained: true,
    prepare: async (demand) => {
      const scenery = await encoder.get(scenerySpec(encoder, style, plan.size), demand);
      return () => landscape(plan.size, scenery, stretch);
    },
  };
}

function slateScene(...[facts, font]: Parameters<typeof drawSlate>): Scene {
  const bar = drawSlateBar(facts);
  const { width, height } = facts.size;
  return {
    inputs: [
      { options: rawVideo(facts.size), chunks: [drawSlate(facts, font).bytes] },
      { options: rawVideo(bar), chunks: [bar.bytes] },
    ],
    filters: [
      `[0:v]${held()}[slate]`,
      `[slate][1:v]overlay=x='-${width}+2*floor(n*${width}/${2 * (FPS - 1)})':y=${height - bar.height}[base]`,
    ],
  };
}

function landscape(size: Size, scenery: ClipSegment, { from, seconds }: Stretch): Scene {
  const layers = sceneryLayers(size);
  const moving = layers.map(({ period, top, speed }, index) => {
    const under = index === 0 ? 'sky' : `over${index - 1}`;
    const over = index === layers.length - 1 ? 'base' : `over${index}`;
    const x = `-mod(2*floor((n+${from * FPS})*${speed}/${2 * FPS}),${period})`;
    return `[${under}][${index + 1}:v]overlay=x='${x}':y=${top}[${over}]`;
  });
  const formats = [rawVideo(size), ...layers.map((layer) => rawVideo(layer, 'yuva420p'))];
  let at = 0;
  const inputs = formats.map((options, index) => ({
    options,
    chunks: [scenery.data.subarray(at, (at += scenery.sizes[index] ?? 0))],
  }));
  return { inputs, filters: [`[0:v]${held(seconds * FPS)}[sky]`, ...moving] };
}

/** Returns the spec of a scenery: the raw frames of the sky and of the layers. */
function scenerySpec(encoder: Encoder, style: Style, size: Size): SegmentSpec {
  const make = async (): Promise<ClipSegment> => {
    const frames = [await encoder.draw(() => drawSky(style, size))];
    for (const layer of sceneryLayers(size)) frames.push(await encoder.draw(() => drawLayer(style, layer)));
    const sizes = frames.map(({ bytes }) => bytes.length);
    return { config: new Uint8Array(), sizes, data: Buffer.concat(frames.map(({ bytes }) => bytes)) };
  };
  return encoder.spec(['scenery', style.index, size], make, true);
}
