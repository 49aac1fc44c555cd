/** The body of a create, with every rule of the API document's field table. The types below are inferred; nothing else defines them. */

import * as z from 'zod';
import { ASPECT_RATIOS, RESOLUTIONS } from './dimensions.ts';
import { LIMITS } from './limits.ts';
import { HTTPS_URL_PATTERN, URL_MAX_LENGTH, urlProblem } from './url.ts';
import { MODES, OPERATIONS } from './workflow.ts';

/** The one model of the service. */
export const MODEL = 'videomodel-2.5';

/** Eight, four, four, four and twelve hexadecimal digits, in either case. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

const uuid = z.string().regex(new RegExp(UUID_PATTERN)).meta({ format: 'uuid' });

const prompt = z
  .string()
  .refine((text) => text.length >= LIMITS.prompt.min && !longerThan(text, LIMITS.prompt.max))
  .meta({ minLength: LIMITS.prompt.min, maxLength: LIMITS.prompt.max });

const inputUrl = z
  .string()
  .refine((text) => urlProblem(text) === undefined)
  .meta({ format: 'uri', pattern: HTTPS_URL_PATTERN, maxLength: URL_MAX_LENGTH });

const handle = z.string().regex(new RegExp(LIMITS.subjectMap.handlePattern));
const indexes = z.array(z.int().min(0)).min(LIMITS.subjectMap.indexes.min).max(LIMITS.subjectMap.indexes.max);

const handles = z.record(handle, indexes);

/** Handle names and the zero-based indexes of the references that each stands for. */
export const SubjectMap = z
  .preprocess((value, context) => {
    // A record passes over a key spelt `__proto__`, but the handle pattern does not allow it.
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')) {
      context.addIssue({ code: 'custom', path: ['__proto__'], input: value });
    }
    return value;
  }, handles)
  .meta({ id: 'SubjectMap' });

/** Strict: an unknown field is refused. */
export const CreateVideoRequest = z
  .strictObject({
    model: z.literal(MODEL),
    prompt,
    mode: z.enum(MODES).default('text-to-video'),
    duration_seconds: z.int().min(LIMITS.durationSeconds.min).max(LIMITS.durationSeconds.max),
    resolution: z.enum(RESOLUTIONS).default('720p'),
    aspect_ratio: z.enum(ASPECT_RATIOS).default('16:9'),
    audio: z.boolean().default(true),
    image_urls: z.array(inputUrl).max(LIMITS.imageUrls.max).default([]),
    audio_urls: z.array(inputUrl).max(LIMITS.audioUrls.max).default([]),
    source_video_ids: z.array(uuid).max(LIMITS.sourceVideoIds.max).default([]),
    reference_video_operation: z.enum(OPERATIONS).optional(),
    subject_to_image_ids: SubjectMap.optional(),
    subject_to_video_ids: SubjectMap.optional(),
    subject_to_audio_ids: SubjectMap.optional(),
  })
  .meta({ id: 'CreateVideoRequest' });

type SubjectField = 'subject_to_image_ids' | 'subject_to_video_ids' | 'subject_to_audio_ids';

/** A create whose defaults are filled in. */
export type CreateVideoRequest = z.output<typeof CreateVideoRequest>;
/** A create as a client may send it. */
export type CreateVideoInput = Omit<z.input<typeof CreateVideoRequest>, SubjectField> & {
  [Field in SubjectField]?: SubjectMap | undefined;
};
export type SubjectMap = z.output<typeof SubjectMap>;

/** The fields in the order of the API document's table: the first defective one gives an answer its code. */
export const REQUEST_FIELDS = Object.keys(CreateVideoRequest.shape);

/** Counts code points only as far as needed, and not at all where the UTF-16 length already decides. */
function longerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (text.length > max * 2) return true;
  let points = 0;
  for (const _ of text) points += 1;
  return points > max;
}
