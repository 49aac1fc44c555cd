/** The rules of a create that JSON Schema cannot express, with examples that only the service rejects. */

import type { ErrorCode } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { MOST_HANDLES, type CreateVideoRequest } from '../request.ts';
import { DEEPEST_DERIVATION, MOST_ANCESTORS, type SourceFacts } from '../source-videos.ts';
import { EXAMPLE_ID, plain } from './examples.ts';

export interface BeyondRule {
  readonly id: string;
  /** The rule in the description of CreateVideoRequest. */
  readonly rule: string;
  readonly code: ErrorCode;
  /** The function that rejects it: `parseRequest`, `crossFieldProblems` or `sourceProblems`. */
  readonly judge: 'field' | 'workflow' | 'sources';
  readonly example: CreateVideoRequest;
  /** The facts about the source videos of the example, for the rules that need them. */
  readonly sources?: readonly SourceFacts[];
}

/** A rule without its id and its usual judge. */
type Rule = Omit<BeyondRule, 'id' | 'judge'> & Partial<Pick<BeyondRule, 'judge'>>;

const image = 'https://media.standin.test/image/1280x720.png';
const imageMode: CreateVideoRequest = {
  ...plain,
  mode: 'image-to-video',
  aspect_ratio: 'adaptive',
  image_urls: [image],
};
const reference: CreateVideoRequest = { ...plain, mode: 'reference-to-video' };
const oneSource: CreateVideoRequest = { ...reference, source_video_ids: [EXAMPLE_ID] };

const tooManyHandles = Object.fromEntries(Array.from({ length: MOST_HANDLES + 1 }, (_, at) => [`hero${at}`, [0]]));

/** The rules. The limit of 50 references is not listed, because the limits of the three arrays add up to 50. */
export const BEYOND_JSON_SCHEMA: readonly BeyondRule[] = [
  ...judgedBy('field', {
    'url.characters': {
      rule: 'A URL has only the characters that RFC 3986 allows. Validators that check `format` also reject other characters.',
      code: 'invalid_url',
      example: { ...reference, image_urls: ['https://media.standin.test/image/größe.png'] },
    },
    'url.parses': {
      rule: 'A URL contains a host. If the URL contains a port, the port is at most 65535.',
      code: 'invalid_url',
      example: { ...reference, image_urls: ['https://media.standin.test:65536/a.png'] },
    },
    'url.credentials': {
      rule: 'A URL does not contain a user name or password.',
      code: 'invalid_url',
      example: { ...reference, image_urls: ['https://user:word@media.standin.test/a.png'] },
    },
    'url.address': {
      rule: 'The host of a URL is a name, not an IP address in any notation.',
      code: 'invalid_url',
      example: { ...reference, image_urls: ['https://0x7f.1/a.png'] },
    },
    'url.this-machine': {
      rule: 'The host of a URL is public, not `localhost`.',
      code: 'invalid_url',
      example: { ...reference, image_urls: ['https://localhost/a.png'] },
    },
  }),
  ...judgedBy('workflow', {
    'text.fixed-ratio': {
      rule: 'text-to-video rejects aspect_ratio `adaptive`.',
      code: 'aspect_ratio_not_allowed',
      example: { ...plain, aspect_ratio: 'adaptive' },
    },
    'text.no-references': {
      rule: 'text-to-video does not accept images, audio files or source videos.',
      code: 'references_not_allowed',
      example: { ...plain, image_urls: [image] },
    },
    'image.adaptive-ratio': {
      rule: 'image-to-video requires aspect_ratio `adaptive`. If aspect_ratio is omitted, its value is `16:9`.',
      code: 'aspect_ratio_not_allowed',
      example: { ...plain, mode: 'image-to-video', image_urls: [image] },
    },
    'image.at-least-one': {
      rule: 'image-to-video requires an image.',
      code: 'references_required',
      example: { ...imageMode, image_urls: [] },
    },
    'image.at-most-two': {
      rule: 'image-to-video accepts at most two images: the start frame and the final frame.',
      code: 'too_many_references',
      example: { ...imageMode, image_urls: [image, image, image] },
    },
    'image.no-other-references': {
      rule: 'image-to-video does not accept audio files or source videos.',
      code: 'references_not_allowed',
      example: { ...imageMode, source_video_ids: [EXAMPLE_ID] },
    },
    'reference-mode-only': {
      rule: 'Only reference-to-video accepts reference_video_operation and the subject maps.',
      code: 'references_not_allowed',
      example: { ...imageMode, subject_to_image_ids: { hero: [0] } },
    },
    'reference.at-least-one': {
      rule: 'reference-to-video requires at least one image, audio file or source video.',
      code: 'references_required',
      example: reference,
    },
    'operation.needs-source': {
      rule: 'reference_video_operation requires source_video_ids.',
      code: 'references_required',
      example: { ...reference, image_urls: [image], reference_video_operation: 'reference' },
    },
    'operation.adaptive-ratio': {
      rule: '`edit` and `extend` require aspect_ratio `adaptive`.',
      code: 'aspect_ratio_not_allowed',
      example: { ...oneSource, reference_video_operation: 'edit', aspect_ratio: '16:9' },
    },
    'subject-map.index': {
      rule: 'Each index in a subject map is less than the length of the array that it refers to.',
      code: 'invalid_subject_map',
      example: { ...reference, image_urls: [image], subject_to_image_ids: { hero: [1] } },
    },
    'subject-map.handles': {
      rule: `A subject map names at most ${MOST_HANDLES} handles (a default of this server).`,
      code: 'invalid_subject_map',
      judge: 'field',
      example: { ...reference, image_urls: [image], subject_to_image_ids: tooManyHandles },
    },
  }),
  ...judgedBy('sources', {
    'source.owned': {
      rule: 'Each source video is a generation of the same account.',
      code: 'source_video_not_found',
      example: oneSource,
      sources: [{ state: 'unknown' }],
    },
    'source.completed': {
      rule: 'Each source video is completed.',
      code: 'source_video_not_ready',
      example: oneSource,
      sources: [{ state: 'not-completed' }],
    },
    'source.seconds': {
      rule: `The total length of the source videos is at most ${LIMITS.sourceVideoIds.combinedSeconds} seconds. A repeated source video counts twice.`,
      code: 'source_duration_exceeded',
      example: { ...reference, source_video_ids: [EXAMPLE_ID, EXAMPLE_ID] },
      sources: [
        { state: 'completed', seconds: 16 },
        { state: 'completed', seconds: 16 },
      ],
    },
    'source.depth': {
      rule: `The chain of sources of a source video is shorter than ${DEEPEST_DERIVATION} (a default of this server).`,
      code: 'source_depth_exceeded',
      example: oneSource,
      sources: [{ state: 'completed', seconds: 4, depth: DEEPEST_DERIVATION }],
    },
    'source.behind': {
      rule: `A source video may derive from at most ${MOST_ANCESTORS} other generations, directly or indirectly (a default of this server).`,
      code: 'source_depth_exceeded',
      example: oneSource,
      sources: [{ state: 'completed', seconds: 4, depth: 3, ancestors: MOST_ANCESTORS + 1 }],
    },
  }),
];

function judgedBy(judge: BeyondRule['judge'], rules: Readonly<Record<string, Rule>>): BeyondRule[] {
  return Object.entries(rules).map(([id, rule]) => ({ id, judge, ...rule }));
}
