/** Writes JSON data as YAML 1.2: block style, text of several lines as it reads, everything doubtful in JSON's quotes. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * Writes a value that JSON can say.
 *
 * @example
 * toYaml({ openapi: '3.1.0', tags: [{ name: 'videos' }] });
 * // openapi: "3.1.0"
 * // tags:
 * //   - name: videos
 */
export function toYaml(value: object): string {
  // What JSON leaves out (undefined members) and turns into something else (dates) YAML must not show either.
  const json: Json = JSON.parse(JSON.stringify(value));
  return `${block(json).join('\n')}\n`;
}

/** The lines of a value, without the indentation of the place where it stands. */
function block(value: Json): string[] {
  if (isArray(value)) return value.length === 0 ? ['[]'] : value.flatMap((item) => hang('- ', block(item)));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value);
    return members.length === 0 ? ['{}'] : members.flatMap(([key, member]) => entry(scalar(key), member ?? null));
  }
  return typeof value === 'string' ? text(value) : [JSON.stringify(value)];
}

function entry(key: string, value: Json): string[] {
  const [first = '', ...rest] = block(value);
  if (isContainer(value)) return [`${key}:`, ...indented([first, ...rest])];
  return [`${key}: ${first}`, ...rest];
}

function hang(mark: string, [first, ...rest]: readonly string[]): string[] {
  return [`${mark}${first}`, ...indented(rest)];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

/** Lines that a literal block shows unchanged: nothing at an end that could be lost, nothing that is not printable. */
const LITERAL = /^[!-~][ -~\n]*[!-~]$/;

function text(value: string): string[] {
  if (!value.includes('\n') || !LITERAL.test(value)) return [scalar(value)];
  return ['|-', ...indented(value.split('\n'))];
}

/** Words that are no number, and that YAML (the old one too) does not read as something else. */
const PLAIN = /^[A-Za-z$/][\w$/.(){}-]*(?:[ ,]+[\w$/.(){}-]+)*$/;
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
const NOT_PRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function scalar(value: string): string {
  if (PLAIN.test(value) && !RESERVED.test(value)) return value;
  return JSON.stringify(value).replace(
    NOT_PRINTABLE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isContainer(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
