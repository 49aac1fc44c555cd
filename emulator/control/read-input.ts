/** Parses client input with a schema. Errors name the field and the expected value. */

import * as z from 'zod';
import { fieldsAt, issueWords } from '../../contract/issue-words.ts';
import { snakeName } from '../../lib/spelling.ts';
import { ControlError } from './control-error.ts';

const NOTHING = z.strictObject({});
const MOST_LISTED = 5;
/** Longer lists of known fields are not shown. */
const MOST_KNOWN = 12;
const LONGEST_PLACE = 200;

type Path = readonly PropertyKey[];

/**
 * Parses input, which a name or its path in the body locates. Throws a ControlError that lists the invalid fields.
 * Without a schema, input must be empty.
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema | undefined,
  input: unknown,
  place: string | Path,
): z.output<Schema> {
  const known = schema ?? NOTHING;
  const result = known.safeParse(input);
  // Without a schema, the result is not used.
  if (result.success) return result.data as z.output<Schema>;
  const [whole, before] = typeof place === 'string' ? [place, []] : ['The body', place];
  throw invalidInput(result.error.issues, { schema: known, whole, before });
}

interface Sent {
  readonly schema: z.ZodType;
  readonly whole: string;
  /** The path of the parsed value in the input. */
  readonly before: Path;
}

function invalidInput(issues: readonly z.core.$ZodIssue[], sent: Sent): ControlError {
  const listed = issues.flatMap((issue) => explain(issue, sent)).slice(0, MOST_LISTED);
  const text = listed.join('; ');
  return new ControlError('invalid_input', `${text.startsWith(sent.whole) ? '' : 'The field '}${text}.`);
}

function explain(issue: z.core.$ZodIssue, sent: Sent): string[] {
  const place = placeOf([...sent.before, ...issue.path]);
  if (issue.code !== 'unrecognized_keys') return [`${place === '' ? sent.whole : place} ${issueWords(issue)}`];
  return issue.keys.slice(0, MOST_LISTED).map((key) => {
    const unknown = place === '' ? key : `${place}.${key}`;
    return `${unknown.slice(0, LONGEST_PLACE)} is not known${hintFor(key, issue.path, sent)}`;
  });
}

/** Suggests the field beside the object with this field in it, or lists the known fields of the object. */
function hintFor(field: string, path: Path, { schema, before }: Sent): string {
  const around = path.slice(0, -1);
  const neighbors = path.length === 0 ? [] : Object.entries(fieldsAt(schema, around));
  const neighbor = neighbors.find(([, one]) => Object.hasOwn(fieldsAt(one, []), field));
  if (neighbor !== undefined) return `; use ${placeOf([...before, ...around, neighbor[0], field])} instead`;
  const known = Object.keys(fieldsAt(schema, path));
  return known.length === 0 || known.length > MOST_KNOWN ? '' : `; known fields: ${known.map(snakeName).join(', ')}`;
}

function placeOf(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${snakeName(String(step))}`))
    .join('')
    .replace(/^\./, '')
    .slice(0, LONGEST_PLACE);
}
