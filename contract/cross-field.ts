/** The rules that compare several fields of a create. Problems are in the order of the API document. */

import { LIMITS } from './limits.ts';
import { inDocumentOrder, pathText, type Problem } from './problem.ts';
import type { FullCreateRequest, SubjectMap } from './request.ts';

type Rule = (request: FullCreateRequest) => Problem[];

const SUBJECT_MAPS = [
  ['subject_to_image_ids', 'image_urls'],
  ['subject_to_video_ids', 'source_video_ids'],
  ['subject_to_audio_ids', 'audio_urls'],
] as const;

type MapField = (typeof SUBJECT_MAPS)[number][0];
type ReferenceField = 'image_urls' | 'audio_urls' | 'source_video_ids' | 'reference_video_operation' | MapField;

/** Returns the problems of a request whose single fields are valid. */
export function crossFieldProblems(request: FullCreateRequest): readonly Problem[] {
  return inDocumentOrder(RULES[request.mode](request));
}

const textToVideo: Rule = (request) => [...fixedRatio(request), ...forbidden(request, FORBIDDEN_WITH_TEXT)];

const imageToVideo: Rule = (request) => [
  ...adaptiveRatio(request, 'image-to-video'),
  ...oneOrTwoImages(request),
  ...forbidden(request, FORBIDDEN_WITH_IMAGES),
];

const referenceToVideo: Rule = (request) => [
  ...someReference(request),
  ...operationNeedsSources(request),
  ...combinedCount(request),
  ...(isEditOrExtend(request)
    ? adaptiveRatio(request, `reference_video_operation "${request.reference_video_operation}"`)
    : []),
  ...SUBJECT_MAPS.flatMap(([field, array]) => indexesBeyond(field, request[field], request[array])),
];

const RULES: Record<FullCreateRequest['mode'], Rule> = {
  'text-to-video': textToVideo,
  'image-to-video': imageToVideo,
  'reference-to-video': referenceToVideo,
};

const REFERENCE_MODE_ONLY: readonly ReferenceField[] = [
  'reference_video_operation',
  ...SUBJECT_MAPS.map(([field]) => field),
];
const FORBIDDEN_WITH_IMAGES: readonly ReferenceField[] = ['audio_urls', 'source_video_ids', ...REFERENCE_MODE_ONLY];
const FORBIDDEN_WITH_TEXT: readonly ReferenceField[] = ['image_urls', ...FORBIDDEN_WITH_IMAGES];

function fixedRatio(request: FullCreateRequest): Problem[] {
  if (request.aspect_ratio !== 'adaptive') return [];
  const message = 'must be a fixed ratio such as "16:9", because text-to-video has no input to adapt to';
  return [{ path: 'aspect_ratio', code: 'aspect_ratio_not_allowed', message }];
}

function adaptiveRatio(request: FullCreateRequest, workflow: string): Problem[] {
  if (request.aspect_ratio === 'adaptive') return [];
  const message = `must be "adaptive" (the default is "16:9"), because ${workflow} uses the shape of its input`;
  return [{ path: 'aspect_ratio', code: 'aspect_ratio_not_allowed', message }];
}

function oneOrTwoImages({ image_urls: images }: FullCreateRequest): Problem[] {
  const { min, max } = LIMITS.imageUrls.imageToVideo;
  const message = `must have ${min} to ${max} items in image-to-video, not ${images.length}`;
  if (images.length < min) return [{ path: 'image_urls', code: 'references_required', message }];
  if (images.length > max) return [{ path: 'image_urls', code: 'too_many_references', message }];
  return [];
}

function forbidden(request: FullCreateRequest, fields: readonly ReferenceField[]): Problem[] {
  return fields
    .filter((field) => isSupplied(request[field]))
    .map((field) => ({
      path: field,
      code: 'references_not_allowed',
      message: `is not allowed in ${request.mode}; remove it or send mode "reference-to-video"`,
    }));
}

/** Reports whether a field is supplied. An empty array supplies nothing, but an empty subject map counts. */
function isSupplied(value: FullCreateRequest[ReferenceField]): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

function someReference(request: FullCreateRequest): Problem[] {
  if (referenceCount(request) > 0 || request.reference_video_operation !== undefined) return [];
  const message =
    'must have at least one item if mode is reference-to-video and audio_urls and source_video_ids are empty';
  return [{ path: 'image_urls', code: 'references_required', message }];
}

function operationNeedsSources(request: FullCreateRequest): Problem[] {
  const { reference_video_operation: operation, source_video_ids: sources } = request;
  if (operation === undefined || sources.length > 0) return [];
  const message = `must have an item if reference_video_operation is "${operation}"`;
  return [{ path: 'source_video_ids', code: 'references_required', message }];
}

/** Checks the number of all references. The limits of the single arrays add up to 50, so it fails only if one grows. */
function combinedCount(request: FullCreateRequest): Problem[] {
  const { max } = LIMITS.references;
  if (referenceCount(request) <= max) return [];
  const message = `must have at most ${max} items together with audio_urls and source_video_ids`;
  return [{ path: 'image_urls', code: 'too_many_references', message }];
}

function referenceCount(request: FullCreateRequest): number {
  return request.image_urls.length + request.audio_urls.length + request.source_video_ids.length;
}

function isEditOrExtend({ reference_video_operation: operation }: FullCreateRequest): boolean {
  return operation === 'edit' || operation === 'extend';
}

function indexesBeyond(field: MapField, map: SubjectMap | undefined, array: readonly string[]): Problem[] {
  return Object.entries(map ?? {}).flatMap(([handle, indexes]) =>
    indexes.flatMap((index, at) =>
      index < array.length ? [] : [beyond(pathText([field, handle, at]), index, array.length)],
    ),
  );
}

function beyond(path: string, index: number, length: number): Problem {
  const message = length === 0 ? 'points into an empty array' : `is ${index}, but the last index is ${length - 1}`;
  return { path, code: 'invalid_subject_map', message };
}
