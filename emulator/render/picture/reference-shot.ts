/** Reference to video: a board that shows every image, plays every source video and draws every sound, each with its @handles. */

import type { Size } from '../../../contract/dimensions.ts';
import type { ClipPlan, PlannedInput } from '../../domain/clip-plan.ts';
import type { PartRecipe, Studio } from '../segments/encoder.ts';
import type { Tile, TileContent } from './grid.ts';
import type { Scene, Shot, ShotRequest } from './shot.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { createPlate, plateFrom } from '../raster/frame.ts';
import { writeAnnexB } from '../segments/annex-b.ts';
import { encodedVideo, rawVideo } from '../segments/video-format.ts';
import { loudness, recording, samplesOf } from '../sound/recording.ts';
import { drawBoard, tilesOf } from './grid.ts';
import { cover, grain, held, STROLL, wander } from './filters.ts';
import { lookOf } from './style.ts';
import { imageStill } from './still.ts';

const FPS = LIMITS.framesPerSecond;
const WAVE_BARS = 64;

/** What a tile is made from, and how it is drawn once that is there. */
interface Reference {
  readonly kind: 'image' | 'video' | 'audio';
  readonly tile: Tile;
  readonly label: string;
  readonly recipe: PartRecipe;
}

export async function referenceShot(request: ShotRequest): Promise<Shot> {
  const { studio, plan, second } = request;
  const look = lookOf(plan);
  const references = await referencesOf(request);
  return {
    ingredients: [
      'board',
      look.index,
      second,
      plan.seconds,
      references.map(({ kind, label, recipe }) => [kind, label, recipe.key]),
    ],
    prepare: async (signal) => {
      const parts = await Promise.all(references.map(({ recipe }) => studio.take(recipe, signal)));
      const filled = references.map((reference, index) => ({
        ...reference,
        data: parts[index]?.data ?? new Uint8Array(),
      }));
      const videos = parts.filter((_, index) => references[index]?.kind === 'video').map((part) => writeAnnexB(part));
      return () => boardScene(plan, second, { filled, videos });
    },
  };
}

async function referencesOf({ studio, plan, second, source }: ShotRequest): Promise<Reference[]> {
  const { images, sources, audios, size } = plan;
  const tiles = tilesOf(size, images.length + sources.length + audios.length);
  const tileAt = (index: number): Tile => tiles[index] ?? { picture: noRect, label: noRect };
  return Promise.all([
    ...images.map((image, index) => imageReference(studio, image, { tile: tileAt(index), name: `image ${index}` })),
    ...sources.map(async ({ clip, handles }, index): Promise<Reference> => {
      const recipe = await source(clip, second % clip.seconds);
      return { kind: 'video', tile: tileAt(images.length + index), label: labelOf(handles, `video ${index}`), recipe };
    }),
    ...audios.map(async ({ url, handles }, index): Promise<Reference> => {
      const tile = tileAt(images.length + sources.length + index);
      return { kind: 'audio', tile, label: labelOf(handles, `audio ${index}`), recipe: await recording(studio, url) };
    }),
  ]);
}

const noRect = { x: 0, y: 0, width: 2, height: 2 };

async function imageReference(
  studio: Studio,
  { url, handles }: PlannedInput,
  { tile, name }: { tile: Tile; name: string },
): Promise<Reference> {
  return { kind: 'image', tile, label: labelOf(handles, name), recipe: await imageStill(studio, url, tile.picture) };
}

function labelOf(handles: readonly string[], name: string): string {
  return handles.length === 0 ? name : handles.map((handle) => `@${handle}`).join(' ');
}

interface BoardParts {
  readonly filled: readonly (Reference & { readonly data: Uint8Array })[];
  readonly videos: readonly (readonly Uint8Array[])[];
}

/** Inputs: the board, a playhead for the sounds, then the videos. */
function boardScene(plan: ClipPlan, second: number, { filled, videos }: BoardParts): Scene {
  const { palette } = lookOf(plan);
  const board = drawBoard(
    plan.size,
    palette,
    filled.map((reference) => [reference.tile, contentOf(reference)]),
  );
  const audioTiles = filled.filter(({ kind }) => kind === 'audio').map(({ tile }) => tile);
  const videoTiles = filled.filter(({ kind }) => kind === 'video').map(({ tile }) => tile);
  const playhead = createPlate({ width: 4, height: audioTiles[0]?.picture.height ?? 2 }, palette.accent);
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
  return {
    inputs: [
      { options: rawVideo(plan.size), chunks: [board.bytes] },
      { options: rawVideo(playhead), chunks: [playhead.bytes] },
      ...videos.map((chunks) => ({ options: encodedVideo(), chunks })),
    ],
    filters: [
      ...still,
      `[0:v]${held()}[b0]`,
      ...chained,
      `[b${overlays.length}]${wander(`on-1+${second * FPS}`, STROLL)},${grain()}[base]`,
    ],
  };
}

function videoOverlay({ x, y, width, height }: Tile['picture'], index: number): string {
  const played = `[${index + 2}:v]setpts=N/${FPS}/TB,${cover({ width, height })}[video${index}]`;
  return `${played};[under][video${index}]overlay=x=${x}:y=${y}[over]`;
}

function contentOf({ kind, label, data, tile }: BoardParts['filled'][number]): TileContent {
  const size: Size = tile.picture;
  if (kind === 'image') return { label, still: plateFrom(size, data) };
  return kind === 'audio' ? { label, wave: loudness(samplesOf(data), WAVE_BARS) } : { label };
}
