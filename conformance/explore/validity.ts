/** Decides whether the API document allows a create, by the contract's own validator without its defaults. */

import { crossFieldProblems } from '../../contract/cross-field.ts';
import { LIMITS } from '../../contract/limits.ts';
import { parseRequest } from '../../contract/parse-request.ts';
import type { Problem } from '../../contract/problem.ts';
import type { FullCreateRequest } from '../../contract/request.ts';
import type { RequirementId } from '../../contract/requirements/requirements.ts';
import { sourceProblems, type SourceFacts } from '../../contract/source-videos.ts';
import { workflowOf } from '../../contract/workflow.ts';
import { isObject, jsonIn } from '../engine/evidence.ts';
import type { World } from './world.ts';

export type Validity =
  | { readonly kind: 'valid'; readonly requirement: RequirementId }
  | { readonly kind: 'invalid'; readonly requirement: RequirementId; readonly what: string }
  /** The document leaves this open, so both responses are legal. */
  | { readonly kind: 'open' };

type Fields = Readonly<Record<string, unknown>>;

/** Judges the body of a create, given the clips of its account. */
export function validityOf(text: string, { clips }: Pick<World, 'clips'>): Validity {
  const body = jsonIn(text);
  if (!isObject(body)) return { kind: 'invalid', requirement: 'create.body.json', what: 'not a JSON object' };
  const parsed = parseRequest(body);
  const problems = parsed.ok
    ? [...crossFieldProblems(parsed.request), ...sourceProblems(sourcesOf(parsed.request, clips))]
    : parsed.problems;
  const first = problems.find((problem) => !isOpen(problem, body));
  const what = `${first?.path} ${first?.message}`.trim();
  if (first !== undefined) return { kind: 'invalid', requirement: promiseOf(first, body), what };
  if (!parsed.ok || problems.length > 0 || isUndecided(parsed.request)) return { kind: 'open' };
  const workflow = workflowOf(parsed.request);
  const name = workflow === 'first-and-last-frame' ? 'frames' : workflow;
  return { kind: 'valid', requirement: `workflow.${name}.accepted` };
}

/** Returns whether the emulator rejects something that the document does not mention. */
function isOpen({ path, code }: Problem, body: Fields): boolean {
  const [field = ''] = /^\w*/.exec(path) ?? [];
  const value = body[field];
  if (code === 'aspect_ratio_not_allowed' && value === undefined) return true;
  // Some serializers write null for an omitted optional field.
  if (value === null && !['model', 'prompt', 'duration_seconds'].includes(field) && field in body) return true;
  const at = Number(/\d+(?=\]$)/.exec(path)?.[0] ?? 0);
  return code === 'invalid_url' && String([value].flat()[at]).startsWith('https://');
}

/** Returns whether a create depends on an open question, such as a source video that occurs twice. */
function isUndecided(request: FullCreateRequest): boolean {
  const { source_video_ids: ids, image_urls, audio_urls, prompt } = request;
  const maps = Object.entries(request).flatMap(([name, map]) => (name.startsWith('subject_to_') && map ? [map] : []));
  const handles = maps.flatMap((map) => Object.keys(map));
  const isMapUndecided =
    hasTwice(handles) ||
    handles.some((handle) => !prompt.includes(`@${handle}`)) ||
    maps.some((map) => Object.keys(map).length === 0 || hasTwice(Object.values(map).flat()));
  const isEditing = ['edit', 'extend'].includes(request.reference_video_operation ?? '');
  const isReferring = request.mode === 'reference-to-video' && !isEditing;
  return (
    isMapUndecided ||
    hasTwice(ids) ||
    hasTwice(image_urls) ||
    hasTwice(audio_urls) ||
    (isEditing && image_urls.length + audio_urls.length > 0) ||
    (isReferring && request.aspect_ratio === 'adaptive') ||
    prompt.trim() === ''
  );
}

function hasTwice(items: readonly unknown[]): boolean {
  return new Set(items).size < items.length;
}

function sourcesOf({ source_video_ids: ids }: FullCreateRequest, clips: World['clips']): SourceFacts[] {
  return ids.map((id) => {
    const clip = clips.find((one) => one.id === id && one.key === 'primary');
    return clip === undefined ? { state: 'unknown' } : { state: 'completed', seconds: clip.seconds ?? 0 };
  });
}

/** Returns the promise that a problem breaks. */
function promiseOf(problem: Problem, body: Fields): RequirementId {
  const { path, code } = problem;
  const [field = ''] = /^\w*/.exec(path) ?? [];
  if (field.startsWith('subject_to_') && code !== 'unknown_field') return mapPromise(problem, field, body[field]);
  const { mode = '', reference_video_operation: operation = '' } = body;
  const facts = `${code} ${field} ${String(mode)} ${String(operation)}`;
  return ACROSS.find(([pattern]) => pattern.test(facts))?.[1] ?? promiseOfField(field, code) ?? 'create.body.json';
}

/** Promises about several fields, by the code, the field, the mode and the operation. */
const ACROSS: readonly (readonly [RegExp, RequirementId])[] = [
  [/^unknown_field/, 'create.unknown-fields'],
  [/^aspect_ratio_not_allowed \S+ image-to-video/, 'workflow.image.adaptive'],
  [/^aspect_ratio_not_allowed \S+ reference-to-video edit/, 'workflow.edit.adaptive'],
  [/^aspect_ratio_not_allowed \S+ reference-to-video/, 'workflow.extend.adaptive'],
  [/^aspect_ratio_not_allowed/, 'workflow.text.fixed-ratio'],
  [/^references_required source_video_ids/, 'create.reference-video-operation.needs-sources'],
  [/^references_required \S+ image-to-video/, 'workflow.image.count'],
  [/^references_required/, 'workflow.reference.some'],
  [/^references_not_allowed reference_video_operation .* reference$/, 'create.reference-video-operation.needs-sources'],
  [/^references_not_allowed reference_video_operation/, 'workflow.operation.mode'],
  [/^references_not_allowed image_urls/, 'workflow.text.no-images'],
  [/^references_not_allowed source_video_ids/, 'workflow.text.no-sources'],
  [/^references_not_allowed audio_urls image-to-video/, 'create.audio-urls.reference-mode'],
  [/^references_not_allowed/, 'workflow.text.no-audio'],
  [/^too_many_references image_urls image-to-video/, 'workflow.image.count'],
];

/** Returns the promise about one field, by the code of a problem. */
export function promiseOfField(field: string, code = '*'): RequirementId | undefined {
  const rule = RULES[field]?.[code] ?? RULES[field]?.['*'];
  return rule === undefined ? undefined : (`create.${field.replaceAll('_', '-')}.${rule}` as RequirementId);
}

const LIST = { invalid_url: 'https', '*': 'type', too_many_references: 'count' };
/** The last part of the id of a promise, by the code of the problem; `*` stands for all others. */
const RULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  model: { missing_field: 'required', '*': 'constant' },
  prompt: { missing_field: 'required', invalid_type: 'type', '*': 'length' },
  mode: { '*': 'values' },
  duration_seconds: { missing_field: 'required', invalid_type: 'integer', '*': 'range' },
  resolution: { '*': 'values' },
  aspect_ratio: { '*': 'values' },
  audio: { '*': 'type' },
  image_urls: LIST,
  audio_urls: LIST,
  source_video_ids: { ...LIST, source_video_not_found: 'completed', source_duration_exceeded: 'seconds' },
  reference_video_operation: { '*': 'values' },
};

const HANDLE = new RegExp(LIMITS.subjectMap.handlePattern);

function mapPromise({ code, path }: Problem, field: string, map: unknown): RequirementId {
  const own = `create.${field.replaceAll('_', '-')}`;
  if (code === 'references_not_allowed') return `${own}.reference-mode` as RequirementId;
  const isIndex = path.endsWith(']');
  if (code === 'invalid_type') return isIndex ? 'subject-map.index.integer' : 'subject-map.object';
  const entries = Object.entries(Object(map) as Fields);
  if (!entries.every(([handle]) => HANDLE.test(handle))) return 'subject-map.handle';
  if (!isIndex) return 'subject-map.indexes.count';
  const isBelow = entries.some(([, indexes]) => Array.isArray(indexes) && indexes.some((index) => Number(index) < 0));
  return isBelow ? 'subject-map.index.minimum' : (`${own}.index` as RequirementId);
}
