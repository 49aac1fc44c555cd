import { describe, expect, test } from 'vitest';
import { crossFieldProblems } from '../cross-field.ts';
import { ERRORS, isErrorCode, type ErrorCode } from '../errors.ts';
import { parseRequest } from '../parse-request.ts';
import { sourceProblems } from '../source-videos.ts';
import { BEYOND_JSON_SCHEMA, type BeyondRule } from './beyond-json-schema.ts';
import { committedDocument, validatorOf } from './testing/json-schema.ts';

const acceptsFormatAsNote = validatorOf('CreateVideoRequest', { assertFormats: false });
const accepts = validatorOf('CreateVideoRequest');

function codesByJudge({ example, sources = [] }: BeyondRule): Record<BeyondRule['judge'], ErrorCode[]> {
  const parsed = parseRequest(example);
  const codes = (problems: readonly { code: ErrorCode }[]): ErrorCode[] => problems.map(({ code }) => code);
  return {
    field: parsed.ok ? [] : codes(parsed.problems),
    workflow: parsed.ok ? codes(crossFieldProblems(parsed.request)) : [],
    sources: codes(sourceProblems(sources)),
  };
}

describe.each(BEYOND_JSON_SCHEMA)('$id', (rule) => {
  test('its example passes the JSON Schema', () => {
    expect(acceptsFormatAsNote(rule.example)).toBe(true);
    // The one rule that a validator may know, when it reads `format: uri` as more than a note.
    expect(accepts(rule.example)).toBe(rule.id !== 'url.characters');
  });

  test('its judge, and no other, refuses the example with its code alone', () => {
    const nobody = { field: [], workflow: [], sources: [] };
    expect(codesByJudge(rule)).toEqual({ ...nobody, [rule.judge]: [rule.code] });
  });

  test('the document tells it', () => {
    const { description } = committedDocument().components.schemas['CreateVideoRequest'] ?? {};
    expect(description).toContain(`- ${rule.rule} (\`${rule.code}\`)`);
  });
});

test('each id is there once', () => {
  const ids = BEYOND_JSON_SCHEMA.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the codes of 400 that a schema can give and those that need words are all there are', () => {
  const bySchema: ErrorCode[] = ['unknown_field', 'missing_field', 'invalid_type', 'invalid_model', 'invalid_prompt'];
  const byValue: ErrorCode[] = ['invalid_duration', 'invalid_value'];
  const beforeTheSchema: ErrorCode[] = ['invalid_json', 'invalid_content_type'];
  const byHeader: ErrorCode[] = ['invalid_idempotency_key', 'idempotency_key_reused'];
  const beforeHttp: ErrorCode[] = ['bad_request', 'headers_too_large', 'request_timeout', 'unknown_scenario'];
  const byFile: ErrorCode[] = ['image_fetch_failed', 'image_invalid', 'audio_fetch_failed', 'audio_invalid'];
  const byWords = BEYOND_JSON_SCHEMA.map(({ code }) => code);
  const all = Object.keys(ERRORS)
    .filter(isErrorCode)
    .filter((code) => ERRORS[code].status === 400);
  expect(
    new Set([...bySchema, ...byValue, ...beforeTheSchema, ...byHeader, ...beforeHttp, ...byFile, ...byWords]),
  ).toEqual(new Set(all));
});
