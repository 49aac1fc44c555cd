/** An action as data: the request that does it, and the line of a test that does the same. */

import { escapeInvisible } from '../../../contract/invisible.ts';

export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/_standin`. */
  readonly path: string;
  readonly body?: unknown;
}

/** What a button does, in all the ways in which it can be done. */
export interface PanelCommand {
  /** On the button. */
  readonly label: string;
  /** The text that the page shows afterwards. */
  readonly done: string;
  /** Whether a snapshot is taken first, so that it can be undone. */
  readonly isDestructive?: boolean;
  readonly request: ControlRequest;
  /** With `standin/testing`; `standin` is the account of the test. */
  readonly code: string;
}

export interface CommandPlace {
  /** Of the server: `http://127.0.0.1:4242`. */
  readonly origin: string;
  /** Whether the control API asks for a token; it is named, never shown. */
  readonly hasToken: boolean;
}

/** For a POSIX shell; a token is read from a variable. */
export function toCurl({ method, path, body }: ControlRequest, { origin, hasToken }: CommandPlace): string {
  const parts = ['curl', '-g'];
  if (method !== 'GET') parts.push('-X', method);
  parts.push(shellWord(`${origin}/_standin${path}`));
  if (hasToken) parts.push('-H', '"Authorization: Bearer $STANDIN_CONTROL_TOKEN"');
  if (method !== 'GET')
    parts.push('-H', shellWord('Content-Type: application/json'), '--data-raw', shellWord(jsonOf(body ?? {})));
  return parts.join(' ');
}

/** A whole test with this line in it. */
export function toTest(code: string, { origin, hasToken }: CommandPlace): string {
  const token = hasToken ? ', controlToken: process.env.STANDIN_CONTROL_TOKEN' : '';
  return [
    "import { useStandin } from 'standin/testing';",
    '',
    `const standin = useStandin({ url: '${origin}'${token} });`,
    '',
    "test('the app handles this', async () => {",
    ...code.split('\n').map((line) => `  ${line}`),
    '});',
  ].join('\n');
}

/** A value as TypeScript: names without quotes where they need none, and strings in single ones. */
export function toLiteral(value: unknown): string {
  if (typeof value === 'string') return singleQuoted(value);
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, part]) => part !== undefined);
  return fields.length === 0
    ? '{}'
    : `{ ${fields.map(([name, part]) => `${fieldName(name)}: ${toLiteral(part)}`).join(', ')} }`;
}

/** The path of an account, and below it. */
export function accountPath(name: string, rest = ''): string {
  return `/accounts/${encodeURIComponent(name)}${rest}`;
}

function fieldName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuoted(name);
}

function singleQuoted(text: string): string {
  const inside = jsonOf(text).slice(1, -1);
  return `'${inside.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}

/** What reorders or hides text as escapes: what is copied does what it shows. */
function jsonOf(value: unknown): string {
  return escapeInvisible(JSON.stringify(value));
}

/** One word of a shell, whatever is in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
