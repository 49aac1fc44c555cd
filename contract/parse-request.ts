/** Parses the body of a create to a typed request, or to its problems in the order of the document. */

import * as z from 'zod/v4/core';
import type { ErrorCode } from './errors.ts';
import { LIMITS } from './limits.ts';
import { inDocumentOrder, pathText, type Problem } from './problem.ts';
import { CreateVideoRequest, MOST_HANDLES, type FullCreateRequest } from './request.ts';
import { urlProblem } from './url.ts';

export type ParsedRequest =
  | { readonly ok: true; readonly request: FullCreateRequest }
  | { readonly ok: false; readonly problems: readonly Problem[] };

type Issue = z.$ZodRawIssue;
type Verdict = readonly [code: ErrorCode, message: string];

/** Parses a body. Other code does not read the raw JSON. */
export function parseRequest(body: unknown): ParsedRequest {
  const { value, issues } = run(body);
  if (issues.length === 0) return { ok: true, request: value };
  const problems: Problem[] = [];
  for (const issue of issues) problems.push(...problemsOf(issue, body));
  return { ok: false, problems: inDocumentOrder(oneOfEachKind(problems)) };
}

/**
 * Parses like `safeParse`, but skips the messages of zod, which are not used. They take about a tenth of the time of a
 * create (decision 0032), so the minor version of zod is fixed.
 */
function run(body: unknown): { value: FullCreateRequest; issues: Issue[] } {
  const result = CreateVideoRequest._zod.run({ value: body, issues: [] }, { async: false });
  if (result instanceof Promise) throw new z.$ZodAsyncError();
  return result as { value: FullCreateRequest; issues: Issue[] };
}

/** Keeps one problem per path and code. One value can break two rules of zod, such as maximum and safe integer. */
function oneOfEachKind(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length < 2) return problems;
  const seen = new Set<string>();
  return problems.filter(({ path, code }) => seen.size < seen.add(`${code} ${path}`).size);
}

function problemsOf(issue: Issue, body: unknown): Problem[] {
  const at = (issue.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathText([...at, key]),
      code: 'unknown_field',
      message: 'is not a field of this request; remove it',
    }));
  }
  const [code, message] = verdict(issue, at, valueAt(body, at));
  return [{ path: pathText(at), code, message }];
}

type Path = readonly (string | number)[];

function verdict(issue: Issue, at: Path, value: unknown): Verdict {
  const field = String(at[0] ?? '');
  if (at.length === 0) return ['invalid_json', 'must be a JSON object'];
  if (value === undefined && at.length === 1) return ['missing_field', 'is required; add it'];
  if (field.startsWith('subject_to_')) return subjectVerdict(issue, at, value);
  const wanted = wantedType(field, at.length);
  if (jsonType(value) !== wanted && !(wanted === 'number' && issue.code !== 'invalid_type')) {
    return ['invalid_type', `must be ${TYPE_NAMES[wanted]}, not ${shown(value)}`];
  }
  return valueVerdict(field, issue, value);
}

function valueVerdict(field: string, issue: Issue, value: unknown): Verdict {
  if (field === 'model') return ['invalid_model', 'must be "videomodel-2.5"'];
  if (field === 'prompt') {
    return ['invalid_prompt', `must have ${LIMITS.prompt.min} to ${LIMITS.prompt.max} characters`];
  }
  if (field === 'duration_seconds') return durationVerdict(issue, value);
  if (issue.code === 'too_big') return ['too_many_references', `must have at most ${issue.maximum} items`];
  if (field.endsWith('_urls')) return ['invalid_url', urlProblem(String(value)) ?? 'must be a valid https:// URL'];
  if (field === 'source_video_ids') return ['invalid_value', 'must be the id of a generation (a UUID)'];
  if (issue.code === 'invalid_value') return ['invalid_value', `must be one of ${issue.values.join(', ')}`];
  return ['invalid_value', 'has a value that is not allowed'];
}

function durationVerdict(issue: Issue, value: unknown): Verdict {
  const { min, max } = LIMITS.durationSeconds;
  if (issue.code === 'invalid_type') return ['invalid_type', `must be an integer, not ${shown(value)}`];
  return ['invalid_duration', `must be an integer from ${min} to ${max}, not ${shown(value)}`];
}

function subjectVerdict(issue: Issue, at: Path, value: unknown): Verdict {
  const { indexes } = LIMITS.subjectMap;
  const depth = at.length;
  if (issue.code === 'invalid_key' || at.at(-1) === '__proto__') {
    return [
      'invalid_subject_map',
      'must be a handle: a letter followed by at most 63 letters, digits or underscores, without @',
    ];
  }
  if (issue.code === 'invalid_type') {
    const wanted = depth === 1 ? 'an object of handles' : depth === 2 ? 'an array of indexes' : 'an integer';
    return ['invalid_type', `must be ${wanted}, not ${shown(value)}`];
  }
  if (depth === 1) return ['invalid_subject_map', `must name at most ${MOST_HANDLES} handles`];
  if (depth === 2) return ['invalid_subject_map', `must have ${indexes.min} to ${indexes.max} indexes`];
  return ['invalid_subject_map', 'must be a zero-based index, 0 or more'];
}

const TYPE_NAMES = {
  string: 'a string',
  number: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
} as const;

function wantedType(field: string, depth: number): keyof typeof TYPE_NAMES {
  if (field === 'duration_seconds') return 'number';
  if (field === 'audio') return 'boolean';
  if (depth === 1 && (field.endsWith('_urls') || field === 'source_video_ids')) return 'array';
  return 'string';
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns a value for a message: a number, or else only the type, because other values may be long or secret. */
function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const type = jsonType(value);
  return type === 'null' ? 'null' : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function valueAt(body: unknown, path: Path): unknown {
  let value = body;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
