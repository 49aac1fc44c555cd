/** The pixels of a clip: six shapes in three tiers of similar area, and the choice of a shape for `adaptive`. */

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

type Pixels = readonly [width: number, height: number];

/** The sizes by tier and shape. Clips share these objects, because there may be a million clips. */
const SIZES: Record<Resolution, Record<FixedRatio, Size>> = {
  '480p': tier({ '21:9': [992, 432], '16:9': [854, 480], '4:3': [752, 560], '1:1': [640, 640] }),
  '720p': tier({ '21:9': [1470, 630], '16:9': [1280, 720], '4:3': [1112, 834], '1:1': [960, 960] }),
  '1080p': tier({ '21:9': [2206, 946], '16:9': [1920, 1080], '4:3': [1664, 1248], '1:1': [1440, 1440] }),
};

/** Returns the size of a clip, for example 1280 by 720 for `sizeOf('720p', '16:9')`. */
export function sizeOf(resolution: Resolution, ratio: FixedRatio): Size {
  return SIZES[resolution][ratio];
}

/** Returns the shape that is nearest to a picture, measured in |log(ratio)| to treat wide and tall shapes alike. */
export function nearestRatio({ width, height }: Size): FixedRatio {
  const wanted = Math.log(width / height);
  const distance = (ratio: FixedRatio): number => Math.abs(Math.log(ratioValue(ratio)) - wanted);
  return FIXED_RATIOS.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

function ratioValue(ratio: FixedRatio): number {
  const [across, down] = ratio.split(':').map(Number);
  return (across ?? 1) / (down ?? 1);
}

/** Returns the sizes of a tier. Width and height of the tall shapes are swapped. */
function tier(wide: Record<Landscape, Pixels>): Record<FixedRatio, Size> {
  const upright = ([width, height]: Pixels): Size => ({ width, height });
  const turned = ([width, height]: Pixels): Size => ({ width: height, height: width });
  return {
    '21:9': upright(wide['21:9']),
    '16:9': upright(wide['16:9']),
    '9:16': turned(wide['16:9']),
    '1:1': upright(wide['1:1']),
    '4:3': upright(wide['4:3']),
    '3:4': turned(wide['4:3']),
  };
}
