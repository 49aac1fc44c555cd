/** Describes zod issues in words, such as `must be a whole number`. A create has its own messages. */

import * as z from 'zod';

/** Returns the words for an issue. A message of the schema itself is kept. */
export function issueWords(issue: z.core.$ZodIssue): string {
  const { code } = issue;
  if (issue.message.startsWith('must ')) return issue.message;
  if (code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`;
  if (code === 'invalid_value')
    return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
  if (code === 'too_big') return `must be at most ${issue.maximum}${unitOf(issue)}`;
  if (code === 'too_small')
    return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unitOf(issue)}`;
  if (code === 'invalid_union') return `must be ${unionWords(issue)}`;
  if (code === 'invalid_key') return issue.issues.map(issueWords).join(', and ');
  return 'is not valid';
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

function unitOf({ origin }: { readonly origin: string }): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' items long' : '';
}

function unionWords(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && issue.options !== undefined) return `one of ${issue.options.join(', ')}`;
  const forms = issue.errors.flat().map((part) => issueWords(part).replace(/^must be (one of )?/, ''));
  return Array.from(new Set(forms)).join(' or ');
}

/** Returns the fields that a schema allows at a path. It returns no fields if the schema does not determine them. */
export function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): Record<string, z.core.$ZodType> {
  const [step, ...rest] = path;
  if (schema instanceof z.ZodPipe) return fieldsAt(schema.in, path);
  if (schema instanceof z.ZodArray) return fieldsAt(schema.element, rest);
  if (schema instanceof z.ZodUnion && !(schema instanceof z.ZodDiscriminatedUnion))
    return Object.assign({}, ...schema.options.map((option) => fieldsAt(option, path)));
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable;
  if (isWrapper) return fieldsAt(schema.unwrap(), path);
  if (!(schema instanceof z.ZodObject)) return {};
  if (step === undefined) return schema.shape;
  const part: z.core.$ZodType | undefined = schema.shape[String(step)];
  return part === undefined ? {} : fieldsAt(part, rest);
}
