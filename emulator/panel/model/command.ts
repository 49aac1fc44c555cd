/** Represents an action as data: its request, and the line of a test with the same effect. */

import { escapeInvisible } from '../../../contract/invisible.ts';

export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below `/_standin`. */
  readonly path: string;
  readonly body?: unknown;
}

/** The action of a button as a request, as curl and as a line of a test. */
export interface PanelCommand {
  readonly account: string;
  /** The label of the button. */
  readonly label: string;
  /** The text that the page shows afterwards. */
  readonly done: string;
  /** Whether a snapshot is taken first, so that the user can undo the command. */
  readonly isDestructive?: boolean;
  readonly request: ControlRequest;
  /** The id of the rule that the command added. */
  readonly added?: unknown;
  /** The code with `standin/testing`. The variable `standin` is the account of the test. */
  readonly code: string;
}

export interface CommandPlace {
  /** The origin of the server, such as `http://127.0.0.1:4242`. */
  readonly origin: string;
  /** Whether the control API requires a token. The texts name its variable, and never contain the token. */
  readonly hasToken: boolean;
}

/** Returns a curl command for a POSIX shell. The command reads the token from an environment variable. */
export function toCurl({ method, path, body }: ControlRequest, { origin, hasToken }: CommandPlace): string {
  const parts = ['curl', '-g'];
  if (method !== 'GET') parts.push('-X', method);
  parts.push(shellWord(`${origin}/_standin${path}`));
  if (hasToken) parts.push('-H', '"Authorization: Bearer $STANDIN_CONTROL_TOKEN"');
  if (method !== 'GET')
    parts.push('-H', shellWord('Content-Type: application/json'), '--data-raw', shellWord(jsonOf(body ?? {})));
  return parts.join(' ');
}

/** Returns a complete test that contains this line. */
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

/** Returns a value as TypeScript with single quotes. Names are quoted only if necessary. */
export function toLiteral(value: unknown): string {
  if (typeof value === 'string') return singleQuoted(value);
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, part]) => part !== undefined);
  return fields.length === 0
    ? '{}'
    : `{ ${fields.map(([name, part]) => `${fieldName(name)}: ${toLiteral(part)}`).join(', ')} }`;
}

/** Returns the path of an account, or of a resource below it. */
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

/** Returns JSON in which characters that reorder or hide text are escaped. */
export function jsonOf(value: unknown): string {
  return escapeInvisible(JSON.stringify(value));
}

/** Quotes a text as one shell word. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
