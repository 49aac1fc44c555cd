/** The pixels of a clip: six shapes at three tiers of near-constant area, and how `adaptive` picks a shape. */

export const RESOLUTIONS = ['480p', '720p', '1080p'] as const;
export const FIXED_RATIOS = ['21:9', '16:9', '9:16', '1:1', '4:3', '3:4'] as const;
export const ASPECT_RATIOS = ['adaptive', ...FIXED_RATIOS] as const;

export type Resolution = (typeof RESOLUTIONS)[number];
export type FixedRatio = (typeof FIXED_RATIOS)[number];
export type AspectRatio = (typeof ASPECT_RATIOS)[number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

type Landscape = '21:9' | '16:9' | '4:3' | '1:1';

const LANDSCAPE: Record<Resolution, Record<Landscape, readonly [number, number]>> = {
  '480p': { '21:9': [992, 432], '16:9': [854, 480], '4:3': [752, 560], '1:1': [640, 640] },
  '720p': { '21:9': [1470, 630], '16:9': [1280, 720], '4:3': [1112, 834], '1:1': [960, 960] },
  '1080p': { '21:9': [2206, 946], '16:9': [1920, 1080], '4:3': [1664, 1248], '1:1': [1440, 1440] },
};

/** The size of a clip, for example `sizeOf('720p', '16:9')` is 1280 by 720. */
export function sizeOf(resolution: Resolution, ratio: FixedRatio): Size {
  const tier = LANDSCAPE[resolution];
  if (ratio === '9:16') return turned(tier['16:9']);
  if (ratio === '3:4') return turned(tier['4:3']);
  const [width, height] = tier[ratio];
  return { width, height };
}

/** The shape nearest to a picture's own, measured in |log(ratio)| so that wide and tall errors weigh the same. */
export function nearestRatio({ width, height }: Size): FixedRatio {
  const wanted = Math.log(width / height);
  const distance = (ratio: FixedRatio): number => Math.abs(Math.log(ratioValue(ratio)) - wanted);
  return FIXED_RATIOS.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

function ratioValue(ratio: FixedRatio): number {
  const [across, down] = ratio.split(':').map(Number);
  return (across ?? 1) / (down ?? 1);
}

function turned([width, height]: readonly [number, number]): Size {
  return { width: height, height: width };
}
