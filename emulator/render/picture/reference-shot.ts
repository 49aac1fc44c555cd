/** Makes the shots of reference workflows: a grid of all images, source videos and sounds with their @handles. */

import type { ClipPlan } from '../../domain/clip-plan.ts';
import type { ClipSegment, SegmentSpec } from '../segments/segment.ts';
import type { Scene, Shot, ShotRequest } from './shot.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { createFrame, frameFrom } from '../raster/frame.ts';
import { encodedVideo, rawVideo } from '../segments/formats.ts';
import { loudness, recording, samplesOf } from '../sound/recording.ts';
import { drawGrid, tilesOf, type Tile, type TileContent } from './grid.ts';
import { cover, held, SMALL_PAN, pan } from './filters.ts';
import { styleOf } from './style.ts';
import { imageStill } from './still.ts';

const FPS = LIMITS.framesPerSecond;
const WAVE_BARS = 64;

/** The kind, label and position of a tile, and the spec of its content. */
interface Reference {
  readonly kind: 'image' | 'video' | 'audio';
  readonly label: string;
  readonly tile: Tile;
  readonly spec: SegmentSpec;
}

export async function referenceShot(request: ShotRequest): Promise<Shot> {
  const { encoder, plan, second } = request;
  const references = await referencesOf(request);
  const shown = references.map(({ kind, label, spec }) => [kind, label, spec.key]);
  return {
    keyParts: ['grid', styleOf(plan).index, second, plan.seconds, shown],
    prepare: async (demand) => {
      const filled = await Promise.all(
        references.map(async (reference) => ({ ...reference, segment: await encoder.get(reference.spec, demand) })),
      );
      return () => encoder.draw(() => gridScene(plan, second, filled));
    },
  };
}

async function referencesOf({ encoder, plan, second, source }: ShotRequest): Promise<Reference[]> {
  const { images, sources, audios, size } = plan;
  const tiles = tilesOf(size, images.length + sources.length + audios.length);
  const inputs = [
    ...images.map(({ url, handles }, index) => ({
      kind: 'image' as const,
      label: labelOf(handles, `image ${index}`),
      specFor: ({ picture }: Tile) => imageStill(encoder, url, picture),
    })),
    ...sources.map(({ clip, handles }, index) => ({
      kind: 'video' as const,
      label: labelOf(handles, `video ${index}`),
      specFor: () => source(clip, second % clip.seconds),
    })),
    ...audios.map(({ url, handles }, index) => ({
      kind: 'audio' as const,
      label: labelOf(handles, `audio ${index}`),
      specFor: () => recording(encoder, url),
    })),
  ];
  return Promise.all(
    inputs.map(async ({ kind, label, specFor }, index) => {
      const tile = tiles[index] ?? { picture: NO_RECT, label: NO_RECT };
      return { kind, label, tile, spec: await specFor(tile) };
    }),
  );
}

const NO_RECT = { x: 0, y: 0, width: 2, height: 2 };

function labelOf(handles: readonly string[], name: string): string {
  return handles.length === 0 ? name : handles.map((handle) => `@${handle}`).join(' ');
}

type Filled = Reference & { readonly segment: ClipSegment };

/** Returns the scene. Its inputs are the grid, a playhead for the sounds, and the videos. */
function gridScene(plan: ClipPlan, second: number, filled: readonly Filled[]): Scene {
  const { palette } = styleOf(plan);
  const tiles = filled.map((reference) => [reference.tile, contentOf(reference)] as const);
  const grid = drawGrid(plan.size, palette, tiles);
  const audioTiles = filled.filter(({ kind }) => kind === 'audio').map(({ tile }) => tile);
  const videos = filled.filter(({ kind }) => kind === 'video');
  const playhead = createFrame({ width: 4, height: audioTiles[0]?.picture.height ?? 2 }, palette.accent);
  const place = `(n+${second * FPS})/${plan.seconds * FPS}`;
  const overlays = [
    ...audioTiles.map(
      ({ picture: { x, y, width } }) => `[under][1:v]overlay=x='${x}+2*floor(${width - 4}*${place}/2)':y=${y}[over]`,
    ),
    ...videos.map(({ tile }, index) => videoOverlay(tile.picture, index)),
  ];
  const chained = overlays.map((overlay, index) =>
    overlay.replace('[under]', `[b${index}]`).replace('[over]', `[b${index + 1}]`),
  );
  const still = audioTiles.length === 0 ? ['[1:v]nullsink'] : [];
  // A grid with videos moves anyway. Without videos, a small pan would be most of the cost of the first second.
  const smallPan = second === 0 || videos.length > 0 ? '' : `${pan(`on-1+${(second - 1) * FPS}`, SMALL_PAN)},`;
  return {
    inputs: [
      { options: rawVideo(plan.size), chunks: [grid.bytes] },
      { options: rawVideo(playhead), chunks: [playhead.bytes] },
      ...videos.map(({ segment }) => encodedVideo(segment)),
    ],
    filters: [...still, `[0:v]${held()}[b0]`, ...chained, `[b${overlays.length}]${smallPan}null[base]`],
  };
}

function videoOverlay({ x, y, width, height }: Tile['picture'], index: number): string {
  const played = `[${index + 2}:v]setpts=N/${FPS}/TB,${cover({ width, height })}[video${index}]`;
  return `${played};[under][video${index}]overlay=x=${x}:y=${y}[over]`;
}

function contentOf({ kind, label, segment: { data }, tile }: Filled): TileContent {
  if (kind === 'image') return { label, still: frameFrom(tile.picture, data) };
  return kind === 'audio' ? { label, wave: loudness(samplesOf(data), WAVE_BARS) } : { label };
}
