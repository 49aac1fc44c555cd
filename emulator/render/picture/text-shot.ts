/** Makes the shots of text workflows: a slate for one second, then a moving landscape. */

import type { Size } from '../../../contract/dimensions.ts';
import type { Encoder } from '../segments/encoder.ts';
import type { Scene, Shot, ShotRequest, Stretch } from './shot.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { createLru } from '../../../lib/lru.ts';
import { createSingleFlight } from '../../../lib/single-flight.ts';
import { rawVideo } from '../segments/video-format.ts';
import { held } from './filters.ts';
import { styleOf, type Style } from './style.ts';
import { sceneryDrawing, type SceneryLayer, type Scenery } from './scenery.ts';
import { drawSlate, drawSlateBar, slateFacts } from './slate.ts';

const FPS = LIMITS.framesPerSecond;
/** Encoding two seconds together halves the number of processes. Seconds after the end are not encoded. */
const STRETCH_SECONDS = 2;
const SCENERIES_KEPT_BYTES = 48 << 20;
const sceneries = createLru<Scenery>(SCENERIES_KEPT_BYTES, ({ sky, layers }) =>
  layers.reduce((sum, { frame }) => sum + frame.bytes.length, sky.bytes.length),
);

const drawing = createSingleFlight<Scenery>();

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
    prepare: async () => async () => landscape(await sceneryOf(encoder, style, plan.size), stretch),
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

function landscape({ sky, layers }: Scenery, { from, seconds }: Stretch): Scene {
  const moving = layers.map(({ period, top, speed }: SceneryLayer, index) => {
    const under = index === 0 ? 'sky' : `over${index - 1}`;
    const over = index === layers.length - 1 ? 'base' : `over${index}`;
    const x = `-mod(2*floor((n+${from * FPS})*${speed}/${2 * FPS}),${period})`;
    return `[${under}][${index + 1}:v]overlay=x='${x}':y=${top}[${over}]`;
  });
  return {
    inputs: [
      { options: rawVideo(sky), chunks: [sky.bytes] },
      ...layers.map(({ frame }) => ({ options: rawVideo(frame, 'yuva420p'), chunks: [frame.bytes] })),
    ],
    filters: [`[0:v]${held(seconds * FPS)}[sky]`, ...moving],
  };
}

async function sceneryOf(encoder: Encoder, style: Style, size: Size): Promise<Scenery> {
  const key = `${style.index} ${size.width}x${size.height}`;
  const known = sceneries.get(key);
  if (known !== undefined) return known;
  return drawing.join(key, async () => {
    const pieces = sceneryDrawing(style, size);
    const sky = await encoder.draw(pieces.sky);
    const layers: SceneryLayer[] = [];
    for (const layer of pieces.layers) layers.push(await encoder.draw(layer));
    sceneries.set(key, { sky, layers });
    return { sky, layers };
  });
}
