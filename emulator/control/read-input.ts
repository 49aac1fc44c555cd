/** Parses client input with a schema. Errors name the field and the expected value. */

import * as z from 'zod';
import { issueWords } from '../../contract/issue-words.ts';
import { snakeName } from '../../lib/spelling.ts';
import { ControlError } from './control-error.ts';
import { fieldHint } from './field-hint.ts';

const NOTHING = z.strictObject({});
const MOST_LISTED = 5;
const LONGEST_PLACE = 200;
/** The beginning of an error message whose first word would be a field name. */
const FIELD = 'The field ';

/** Parses input. Throws a ControlError that lists the invalid fields. Without a schema, input must be empty. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema | undefined,
  input: unknown,
  whole: string,
): z.output<Schema> {
  const known = schema ?? NOTHING;
  const result = known.safeParse(input);
  // Without a schema, the result is not used.
  if (result.success) return result.data as z.output<Schema>;
  throw invalidInput(result.error.issues, { schema: known, whole, before: [] });
}

/** Parses one member of the input at this path. Throws a ControlError if it is invalid. */
export function readMember<Schema extends z.ZodType>(
  schema: Schema,
  member: unknown,
  path: readonly PropertyKey[],
): z.output<Schema> {
  const result = schema.safeParse(member);
  if (result.success) return result.data;
  throw invalidInput(result.error.issues, { schema, whole: 'The body', before: path });
}

interface Sent {
  readonly schema: z.ZodType;
  readonly whole: string;
  /** The path of the parsed value in the input. */
  readonly before: readonly PropertyKey[];
}

function invalidInput(issues: readonly z.core.$ZodIssue[], sent: Sent): ControlError {
  const listed = issues.flatMap((issue) => explain(issue, sent)).slice(0, MOST_LISTED);
  const text = listed.join('; ');
  return new ControlError('invalid_input', `${text.startsWith(sent.whole) ? '' : FIELD}${text}.`);
}

function explain(issue: z.core.$ZodIssue, { schema, whole, before }: Sent): string[] {
  const path = [...before, ...issue.path];
  const place = placeOf(path);
  if (issue.code !== 'unrecognized_keys') return [`${place === '' ? whole : place} ${issueWords(issue)}`];
  return issue.keys.slice(0, MOST_LISTED).map((key) => {
    const { belongs, fields } = fieldHint(schema, issue.path, key);
    const known = fields.length === 0 ? '' : `; known fields: ${fields.map(snakeName).join(', ')}`;
    const hint = belongs === undefined ? known : `; use ${placeOf([...before, ...belongs])} instead`;
    const sent = place === '' ? key : `${place}.${key}`;
    return `${sent.slice(0, LONGEST_PLACE)} is not known${hint}`;
  });
}

function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${snakeName(String(step))}`))
    .join('')
    .replace(/^\./, '')
    .slice(0, LONGEST_PLACE);
}
