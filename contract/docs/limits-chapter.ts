/** The limits, input files, sizes and prices of the API page. */

import { FIXED_RATIOS, RESOLUTIONS, sizeOf } from '../dimensions.ts';
import { LIMITS } from '../limits.ts';
import { DEFAULT_PRICES, toDollars, type PriceTable } from '../prices.ts';
import type { RequirementId } from '../requirements/requirements.ts';
import { blocks, code, link, table } from './markdown.ts';
import { demandList } from './requirement-list.ts';

const { prompt, durationSeconds, imageUrls, audioUrls, sourceVideoIds, references, subjectMap, idempotencyKey } =
  LIMITS;

interface Span {
  readonly min: number;
  readonly max: number;
}

const span = ({ min, max }: Span): string => `${min} to ${max}`;
const atMost = ({ max }: { readonly max: number }): string => `at most ${max}`;

const ROWS: readonly (readonly [what: string, limit: string, rule: RequirementId])[] = [
  ['Length of a prompt in characters', span(prompt), 'create.prompt.length'],
  ['Length of a clip in seconds', span(durationSeconds), 'create.duration-seconds.range'],
  ['Frames per second', String(LIMITS.framesPerSecond), 'content.frame-rate'],
  ['Number of images', atMost(imageUrls), 'create.image-urls.count'],
  ['Number of images in image-to-video', span(imageUrls.imageToVideo), 'workflow.image.count'],
  ['Number of audio files', atMost(audioUrls), 'create.audio-urls.count'],
  ['Number of source videos', atMost(sourceVideoIds), 'create.source-video-ids.count'],
  ['Seconds of all source videos', `at most ${sourceVideoIds.combinedSeconds}`, 'create.source-video-ids.seconds'],
  ['Number of references of all kinds', atMost(references), 'workflow.reference.combined'],
  ['Form of a handle', code(subjectMap.handlePattern), 'subject-map.handle'],
  ['Number of indexes of a handle', span(subjectMap.indexes), 'subject-map.indexes.count'],
  ['Length of an Idempotency-Key in characters', atMost(idempotencyKey), 'create.idempotency-key.length'],
];

/** Returns the section of limits and prices. */
export function limitsChapter(): string {
  return blocks(
    '## Limits',
    table(
      ['Limit', 'Value', 'Rule'],
      ROWS.map(([what, limit, rule]) => [what, limit, link(rule, rule)]),
    ),
    demandList('limits'),
    '### Input files',
    `A create contains only the URL of a file. The document does not say what happens to a generation whose file breaks one of these rules
(${link('files.when', 'files.when')}).`,
    demandList('files'),
    '### Sizes of a clip',
    `The document contains the resolutions and the ratios, but not their sizes in pixels. The emulator chooses these sizes
(${link('content.pixels', 'content.pixels')}).`,
    table(
      ['', ...FIXED_RATIOS],
      RESOLUTIONS.map((resolution) => [resolution, ...FIXED_RATIOS.map((ratio) => pixels(resolution, ratio))]),
    ),
    '## Prices',
    `The billed seconds are the seconds of the clip, plus the seconds of the source videos. The document does not list prices. The emulator uses these prices,
in US dollars for each billed second (${link('billing.prices', 'billing.prices')}).`,
    table(
      ['', ...RESOLUTIONS],
      [priceRow('without source videos', 'withoutSources'), priceRow('with source videos', 'withSources')],
    ),
    demandList('billing'),
    '## Versions',
    demandList('versioning'),
  );
}

function pixels(...size: Parameters<typeof sizeOf>): string {
  const { width, height } = sizeOf(...size);
  return `${width} × ${height}`;
}

function priceRow(name: string, kind: keyof PriceTable): string[] {
  return [name, ...RESOLUTIONS.map((resolution) => toDollars(DEFAULT_PRICES[kind][resolution]).toFixed(2))];
}
