/** Makes the shots of reference workflows: a grid of all images, source videos and sounds with their @handles. */

import type { Size } from '../../../contract/dimensions.ts';
import type { ClipPlan, PlannedInput } from '../../domain/clip-plan.ts';
import type { SegmentSpec, Encoder } from '../segments/encoder.ts';
import type { Scene, Shot, ShotRequest } from './shot.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { createFrame, frameFrom } from '../raster/frame.ts';
import { writeAnnexB } from '../segments/annex-b.ts';
import { encodedVideo, rawVideo } from '../segments/formats.ts';
import { loudness, recording, samplesOf } from '../sound/recording.ts';
import { drawGrid, tilesOf, type Tile, type TileContent } from './grid.ts';
import { cover, held, SMALL_PAN, pan } from './filters.ts';
import { styleOf } from './style.ts';
import { imageStill } from './still.ts';

const FPS = LIMITS.framesPerSecond;
const WAVE_BARS = 64;

/** The source, position and label of a tile. */
interface Reference {
  readonly kind: 'image' | 'video' | 'audio';
  readonly tile: Tile;
  readonly label: string;
  readonly spec: SegmentSpec;
}

export async function referenceShot(request: ShotRequest): Promise<Shot> {
  const { encoder, plan, second } = request;
  const style = styleOf(plan);
  const references = await referencesOf(request);
  return {
    keyParts: [
      'grid',
      style.index,
      second,
      plan.seconds,
      references.map(({ kind, label, spec }) => [kind, label, spec.key]),
    ],
    prepare: async (demand) => {
      const segments = await Promise.all(references.map(({ spec }) => encoder.get(spec, demand)));
      const filled = references.map((reference, index) => ({
        ...reference,
        data: segments[index]?.data ?? new Uint8Array(),
      }));
      const videos = segments
        .filter((_, index) => references[index]?.kind === 'video')
        .map((segment) => writeAnnexB(segment));
      return () => encoder.draw(() => gridScene(plan, second, { filled, videos }));
    },
  };
}

async function referencesOf({ encoder, plan, second, source }: ShotRequest): Promise<Reference[]> {
  const { images, sources, audios, size } = plan;
  const tiles = tilesOf(size, images.length + sources.length + audios.length);
  const tileAt = (index: number): Tile => tiles[index] ?? { picture: noRect, label: noRect };
  return Promise.all([
    ...images.map((image, index) => imageReference(encoder, image, { tile: tileAt(index), name: `image ${index}` })),
    ...sources.map(async ({ clip, handles }, index): Promise<Reference> => {
      const spec = await source(clip, second % clip.seconds);
      return { kind: 'video', tile: tileAt(images.length + index), label: labelOf(handles, `video ${index}`), spec };
    }),
    ...audios.map(async ({ url, handles }, index): Promise<Reference> => {
      const tile = tileAt(images.length + sources.length + index);
      return { kind: 'audio', tile, label: labelOf(handles, `audio ${index}`), spec: await recording(encoder, url) };
    }),
  ]);
}

const noRect = { x: 0, y: 0, width: 2, height: 2 };

async function imageReference(
  encoder: Encoder,
  { url, handles }: PlannedInput,
  { tile, name }: { tile: Tile; name: string },
): Promise<Reference> {
  return { kind: 'image', tile, label: labelOf(handles, name), spec: await imageStill(encoder, url, tile.picture) };
}

function labelOf(handles: readonly string[], name: string): string {
  return handles.length === 0 ? name : handles.map((handle) => `@${handle}`).join(' ');
}

interface GridContent {
  readonly filled: readonly (Reference & { readonly data: Uint8Array })[];
  readonly videos: readonly (readonly Uint8Array[])[];
}

/** Returns the scene. Its inputs are the grid, a playhead for the sounds, and the videos. */
function gridScene(plan: ClipPlan, second: number, { filled, videos }: GridContent): Scene {
  const { palette } = styleOf(plan);
  const grid = drawGrid(
    plan.size,
    palette,
    filled.map((reference) => [reference.tile, contentOf(reference)]),
  );
  const audioTiles = filled.filter(({ kind }) => kind === 'audio').map(({ tile }) => tile);
  const videoTiles = filled.filter(({ kind }) => kind === 'video').map(({ tile }) => tile);
  const playhead = createFrame({ width: 4, height: audioTiles[0]?.picture.height ?? 2 }, palette.accent);
  const place = `(n+${second * FPS})/${plan.seconds * FPS}`;
  const overlays = [
    ...audioTiles.map(
      ({ picture: { x, y, width } }) => `[under][1:v]overlay=x='${x}+2*floor(${width - 4}*${place}/2)':y=${y}[over]`,
    ),
    ...videoTiles.map(({ picture }, index) => videoOverlay(picture, index)),
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
      ...videos.map((chunks) => ({ options: encodedVideo(), chunks })),
    ],
    filters: [...still, `[0:v]${held()}[b0]`, ...chained, `[b${overlays.length}]${smallPan}null[base]`],
  };
}

function videoOverlay({ x, y, width, height }: Tile['picture'], index: number): string {
  const played = `[${index + 2}:v]setpts=N/${FPS}/TB,${cover({ width, height })}[video${index}]`;
  return `${played};[under][video${index}]overlay=x=${x}:y=${y}[over]`;
}

function contentOf({ kind, label, data, tile }: GridContent['filled'][number]): TileContent {
  const size: Size = tile.picture;
  if (kind === 'image') return { label, still: frameFrom(size, data) };
  return kind === 'audio' ? { label, wave: loudness(samplesOf(data), WAVE_BARS) } : { label };
}
