/** Whether the API document allows a create: judged by the contract's own validator, without its defaults. */

import { crossFieldProblems } from '../../contract/cross-field.ts';
import { LIMITS } from '../../contract/limits.ts';
import { parseRequest } from '../../contract/parse-request.ts';
import type { Problem } from '../../contract/problem.ts';
import type { FullCreateRequest } from '../../contract/request.ts';
import type { RequirementId } from '../../contract/requirements/requirements.ts';
import { workflowOf, type Workflow } from '../../contract/workflow.ts';
import { isObject } from '../engine/evidence.ts';
import { jsonIn, type World } from './world.ts';

export type Validity =
  | { readonly kind: 'valid'; readonly requirement: RequirementId }
  | { readonly kind: 'invalid'; readonly requirement: RequirementId; readonly what: string }
  /** The document leaves room: both answers are legal. */
  | { readonly kind: 'open' };

type Fields = Readonly<Record<string, unknown>>;

const OPEN = { kind: 'open' } as const;

/** Judges the body of a create of the account whose clips the world knows. */
export function validityOf(text: string, { clips }: Pick<World, 'clips'>): Validity {
  const body = jsonIn(text);
  if (!isObject(body)) return { kind: 'invalid', requirement: 'create.body.json', what: 'no JSON object' };
  const parsed = parseRequest(body);
  const problems = parsed.ok
    ? [...crossFieldProblems(parsed.request), ...sourceProblems(parsed.request, clips)]
    : parsed.problems;
  const first = problems.find((problem) => !isOpen(problem, body));
  if (first !== undefined) return { kind: 'invalid', requirement: promiseOf(first, body), what: whatOf(first) };
  if (!parsed.ok || problems.length > 0 || isUndecided(parsed.request)) return OPEN;
  return { kind: 'valid', requirement: ACCEPTED[workflowOf(parsed.request)] };
}

function whatOf({ path, message }: Problem): string {
  return path === '' ? message : `${path} ${message}`;
}

/** Cases in which the emulator rejects what the document does not mention. */
function isOpen({ path, code }: Problem, body: Fields): boolean {
  const field = fieldOf(path);
  const value = body[field];
  if (code === 'aspect_ratio_not_allowed' && value === undefined) return true;
  // Some serializers write null for an optional field that is left out.
  if (value === null && !['model', 'prompt', 'duration_seconds'].includes(field) && field in body) return true;
  return code === 'invalid_url' && String(valueAt(value, path)).startsWith('https://');
}

function valueAt(list: unknown, path: string): unknown {
  const [, at] = /\[(\d+)\]$/.exec(path) ?? [];
  return Array.isArray(list) && at !== undefined ? (list[Number(at)] as unknown) : list;
}

/** The document does not say whether a source video may come twice, or a map may be empty. */
function isUndecided(request: FullCreateRequest): boolean {
  const { source_video_ids: ids, subject_to_image_ids, subject_to_video_ids, subject_to_audio_ids, prompt } = request;
  const maps = [subject_to_image_ids, subject_to_video_ids, subject_to_audio_ids];
  const isEmpty = maps.some((map) => map !== undefined && Object.keys(map).length === 0);
  return new Set(ids).size < ids.length || isEmpty || prompt.trim() === '';
}

/** The ids that no clip of the account has, and more seconds than the document allows. */
function sourceProblems({ source_video_ids: ids }: FullCreateRequest, clips: World['clips']): Problem[] {
  const found = ids.map((id) => clips.find((clip) => clip.id === id && clip.key === 'primary'));
  const unknown = found.indexOf(undefined);
  if (unknown >= 0)
    return [
      { path: `source_video_ids[${unknown}]`, code: 'source_video_not_found', message: 'is not a clip of the account' },
    ];
  const seconds = found.reduce((sum, clip) => sum + (clip?.seconds ?? 0), 0);
  const { combinedSeconds: max } = LIMITS.sourceVideoIds;
  return seconds <= max
    ? []
    : [{ path: 'source_video_ids', code: 'source_duration_exceeded', message: `last more than ${max} seconds` }];
}

const ACCEPTED = {
  text: 'workflow.text.accepted',
  image: 'workflow.image.accepted',
  'first-and-last-frame': 'workflow.frames.accepted',
  reference: 'workflow.reference.accepted',
  edit: 'workflow.edit.accepted',
  extend: 'workflow.extend.accepted',
} as const satisfies Readonly<Record<Workflow, RequirementId>>;

/** The promise that a problem breaks. */
function promiseOf({ path, code }: Problem, body: Fields): RequirementId {
  const field = fieldOf(path);
  if (code === 'unknown_field') return 'create.unknown-fields';
  if (code === 'aspect_ratio_not_allowed') return ratioPromise(body);
  if (code === 'references_required') return neededPromise(field, body);
  if (field.startsWith('subject_to_')) return mapPromise(code, field, body[field]);
  if (code === 'references_not_allowed') return forbiddenPromise(field, body);
  if (field === 'image_urls' && body['mode'] === 'image-to-video' && code === 'too_many_references')
    return 'workflow.image.count';
  const rule = RULES[field]?.[code] ?? RULES[field]?.['*'];
  return rule === undefined ? 'create.body.json' : (`create.${field.replaceAll('_', '-')}.${rule}` as RequirementId);
}

function fieldOf(path: string): string {
  return /^\w*/.exec(path)?.[0] ?? '';
}

/** The last part of the id of a promise, by the code of the problem; `*` stands for all others. */
const RULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  model: { missing_field: 'required', '*': 'constant' },
  prompt: { missing_field: 'required', invalid_type: 'type', '*': 'length' },
  mode: { '*': 'values' },
  duration_seconds: { missing_field: 'required', invalid_type: 'integer', '*': 'range' },
  resolution: { '*': 'values' },
  aspect_ratio: { '*': 'values' },
  audio: { '*': 'type' },
  image_urls: { invalid_url: 'https', '*': 'type', too_many_references: 'count' },
  audio_urls: { invalid_url: 'https', '*': 'type', too_many_references: 'count' },
  source_video_ids: {
    source_video_not_found: 'completed',
    source_duration_exceeded: 'seconds',
    too_many_references: 'count',
    '*': 'type',
  },
  reference_video_operation: { '*': 'values' },
};

function ratioPromise({ mode, reference_video_operation: operation }: Fields): RequirementId {
  if (mode === 'image-to-video') return 'workflow.image.adaptive';
  if (mode !== 'reference-to-video') return 'workflow.text.fixed-ratio';
  return operation === 'edit' ? 'workflow.edit.adaptive' : 'workflow.extend.adaptive';
}

function neededPromise(field: string, { mode }: Fields): RequirementId {
  if (field === 'source_video_ids') return 'create.reference-video-operation.needs-sources';
  return mode === 'image-to-video' ? 'workflow.image.count' : 'workflow.reference.some';
}

function forbiddenPromise(field: string, { mode, reference_video_operation: operation }: Fields): RequirementId {
  if (field === 'reference_video_operation')
    return operation === 'reference' ? 'create.reference-video-operation.needs-sources' : 'workflow.operation.mode';
  if (field === 'image_urls') return 'workflow.text.no-images';
  if (field === 'source_video_ids') return 'workflow.text.no-sources';
  return mode === 'image-to-video' ? 'create.audio-urls.reference-mode' : 'workflow.text.no-audio';
}

const HANDLE = new RegExp(LIMITS.subjectMap.handlePattern);

function mapPromise(code: Problem['code'], field: string, map: unknown): RequirementId {
  const own = `create.${field.replaceAll('_', '-')}`;
  if (code === 'references_not_allowed') return `${own}.reference-mode` as RequirementId;
  const lists: unknown[] = isObject(map) ? Object.values(map) : [map];
  const indexes = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  const { min, max } = LIMITS.subjectMap.indexes;
  if (!lists.every((list) => Array.isArray(list))) return 'subject-map.object';
  if (!Object.keys(Object(map)).every((handle) => HANDLE.test(handle))) return 'subject-map.handle';
  if (!lists.every(({ length }) => length >= min && length <= max)) return 'subject-map.indexes.count';
  if (!indexes.every((index) => Number.isInteger(index))) return 'subject-map.index.integer';
  return indexes.every((index) => Number(index) >= 0) ? (`${own}.index` as RequirementId) : 'subject-map.index.minimum';
}
