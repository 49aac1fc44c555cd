/** The schema of the body of a create, with every rule of the API document's field table. */

import * as z from 'zod';
import { ASPECT_RATIOS, RESOLUTIONS } from './dimensions.ts';
import { LIMITS } from './limits.ts';
import { MODEL } from './model.ts';
import { HTTPS_URL_PATTERN, URL_MAX_LENGTH, urlProblem } from './url.ts';
import { MODES, OPERATIONS } from './workflow.ts';

/** A UUID in either case. */
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

/** A default of the emulator, because the API document has no such limit. Each handle is stored and drawn. */
export const MOST_HANDLES = 500;

/** A map from handles to the zero-based indexes of their references. */
export const SubjectMap = z
  .preprocess((value, context) => {
    // A record ignores the key `__proto__`, but the handle pattern does not allow it.
    if (isMap(value) && Object.hasOwn(value, '__proto__')) {
      context.addIssue({ code: 'custom', path: ['__proto__'], input: value });
    }
    // The number is checked before each key, because a body may have 100,000 handles.
    if (isMap(value) && Object.keys(value).length > MOST_HANDLES) {
      context.addIssue({ code: 'too_big', origin: 'object', maximum: MOST_HANDLES, input: value });
    }
    return value;
  }, handles)
  .meta({
    id: 'SubjectMap',
    description: 'Maps each handle, written without @, to the zero-based indexes of its references.',
  });

/** The schema of a create. It rejects unknown fields. */
export const CreateVideoRequest = z
  .strictObject({
    model: z.literal(MODEL).meta({ description: 'The only model of the service.' }),
    prompt: prompt.meta({
      description:
        'The prompt: subject, action, environment, camera, sound. With @handles such as @hero, the prompt may refer to images, source videos and audio files of the request. The fields of the type SubjectMap define the handles. The length is counted in Unicode code points.',
    }),
    mode: z.enum(MODES).default('text-to-video').meta({
      description: 'The workflow follows from this field and from the references in the request.',
    }),
    duration_seconds: z.int().min(LIMITS.durationSeconds.min).max(LIMITS.durationSeconds.max).meta({
      description:
        'The length of the output in whole seconds. `edit` also requires `duration_seconds`, but its output is as long as the first source video.',
    }),
    resolution: z.enum(RESOLUTIONS).default('720p').meta({
      description:
        'The resolution tier of the output. Together with the aspect ratio, it determines the size in pixels.',
    }),
    aspect_ratio: z.enum(ASPECT_RATIOS).default('16:9').meta({
      description: 'The aspect ratio of the output. With `adaptive`, the output has the aspect ratio of the input.',
    }),
    audio: z.boolean().default(true).meta({ description: 'Whether to generate synchronized audio.' }),
    image_urls: z.array(inputUrl).max(LIMITS.imageUrls.max).default([]).meta({
      description:
        'Public https:// URLs of JPG, PNG or WebP images. In image-to-video, the first image is the start frame, and a second image is the final frame.',
    }),
    audio_urls: z.array(inputUrl).max(LIMITS.audioUrls.max).default([]).meta({
      description: 'Public https:// URLs of MP3 or WAV files. Only reference-to-video accepts this field.',
    }),
    source_video_ids: z.array(uuid).max(LIMITS.sourceVideoIds.max).default([]).meta({
      description:
        'Ids of completed generations of the same account, at most 30 seconds in total. Only reference-to-video accepts this field.',
    }),
    reference_video_operation: z.enum(OPERATIONS).optional().meta({
      description: 'The operation on the source videos. Only reference-to-video accepts this field.',
    }),
    subject_to_image_ids: SubjectMap.optional().meta({
      description: 'Maps handles to images, by their indexes in `image_urls`.',
    }),
    subject_to_video_ids: SubjectMap.optional().meta({
      description: 'Maps handles to source videos, by their indexes in `source_video_ids`.',
    }),
    subject_to_audio_ids: SubjectMap.optional().meta({
      description: 'Maps handles to audio files, by their indexes in `audio_urls`.',
    }),
  })
  .meta({ id: 'CreateVideoRequest', description: 'The body of a create. Unknown fields are rejected.' });

type SubjectField = 'subject_to_image_ids' | 'subject_to_video_ids' | 'subject_to_audio_ids';

/** A create with its defaults. */
export type FullCreateRequest = z.output<typeof CreateVideoRequest>;
/** A create as a client sends it. Fields with a default are optional. */
export type CreateVideoRequest = Omit<z.input<typeof CreateVideoRequest>, SubjectField> & {
  [Field in SubjectField]?: SubjectMap | undefined;
};
export type SubjectMap = z.output<typeof SubjectMap>;

/** The fields in the order of the API document. The first invalid field determines the error code. */
export const REQUEST_FIELDS = Object.keys(CreateVideoRequest.shape);

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reports whether a text has more code points than a maximum. Usually the UTF-16 length decides. */
function longerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (text.length > max * 2) return true;
  let points = 0;
  for (const _ of text) points += 1;
  return points > max;
}
