/** Creates the commands for all actions on an account. A command is data: its request, and a line of a test. */

import { escapeInvisible } from '../../../contract/invisible.ts';
import { camelName, renamed } from '../../../lib/spelling.ts';
import type { GenerationMove } from '../../control/routes/generations.ts';
import type { JsonObject } from './json.ts';
import { dollars, durationText } from './texts.ts';

export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below `/_standin`. */
  readonly path: string;
  readonly body?: unknown;
}

/** The action of a button as a request, as curl and as a line of a test. */
export interface PanelCommand {
  readonly account: string;
  readonly label: string;
  /** The text that the page shows afterwards. */
  readonly done: string;
  /** Whether a snapshot is taken first, so that the user can undo the command. */
  readonly isDestructive?: boolean;
  readonly request: ControlRequest;
  /** The code with `standin/testing`. The variable `standin` is the account of the test. */
  readonly code: string;
}

/** The server, and whether its control API requires a token. The texts name its variable, and never the token. */
export interface CommandPlace {
  readonly origin: string;
  readonly hasToken: boolean;
}

type Texts = readonly [label: string, done: string, code: string];
type Make = (call: `${ControlRequest['method']} ${string}`, texts: Texts, body?: unknown) => PanelCommand;

export function commandsOn(account: string) {
  const make: Make = (call, [label, done, code], body) => {
    const [method, rest] = call.split(' ') as [ControlRequest['method'], string];
    const path = `/accounts/${encodeURIComponent(account)}${rest}`;
    return { account, label, done, code, request: { method, path, ...(body !== undefined && { body }) } };
  };
  const undoable: Make = (...spec) => ({ ...make(...spec), isDestructive: true });
  return { ...stateCommands(make, undoable), ...faultCommands(make, undoable) };
}

function stateCommands(make: Make, undoable: Make) {
  return {
    setBalance: (amount: number) => {
      const texts = ['Set balance', `Balance set to ${dollars(amount)}`, line('setBalance', amount)] as const;
      return undoable('PUT /balance', texts, { balance_usd: amount });
    },
    revokeKeys: () => undoable('POST /keys/revoke', ['Revoke all keys', 'Keys revoked', line('revokeKey')]),
    restoreKeys: () => make('POST /keys/restore', ['Restore keys', 'Keys restored', line('restoreKey')]),
    reset: () => undoable('POST /reset', ['Reset account', 'Account reset', line('reset')]),
    deleteAccount: () => undoable('DELETE ', ['Delete account', 'Account deleted', line('close')]),
    move: (id: string, to: GenerationMove) => {
      const label = { running: 'Start running', completed: 'Complete', failed: 'Fail' }[to.status];
      const texts = [label, `${id.slice(0, 8)} is ${to.status}`, line('generations.move', id, to)] as const;
      return undoable(`POST /generations/${encodeURIComponent(id)}/move`, texts, to);
    },
    setClock: (label: string, clock: string) =>
      make('PUT /clock', [label, `Clock: ${label}`, line('clock.set', clock)], { clock }),
    advance: (seconds: number) => {
      const done = `Clock moved ${durationText(seconds * 1000)} ahead`;
      const texts = ['Advance', done, line('clock.advance', { seconds })] as const;
      return undoable('POST /clock/advance', texts, { by_seconds: seconds });
    },
    advanceTo: (to: string) => {
      const texts = ['Jump to the next change', 'Moved to the next change', line('clock.advance', { to })] as const;
      return undoable('POST /clock/advance', texts, { to });
    },
    runUntilIdle: () => {
      const texts = ['Jump to the last change', 'Moved to the last change', line('clock.runUntilIdle')] as const;
      return undoable('POST /clock/run-until-idle', texts);
    },
  };
}

function faultCommands(make: Make, undoable: Make) {
  return {
    useScenarios: (label: string, done: string, scenarios: readonly string[]) =>
      make('PUT /scenarios', [label, done, line('scenarios.use', ...scenarios)], { scenarios }),
    addRule: (rule: JsonObject, isKept: boolean) => {
      const keep = isKept ? [{ keep: true }] : [];
      const texts = ['Add rule', 'Rule added', line('faults.add', renamed(rule, camelName), ...keep)] as const;
      return undoable('POST /faults', texts, { rule, ...keep[0] });
    },
    /** Replaces all rules of the account. Rules without a limit do not expire. */
    replaceRules: (label: string, done: string, rules: readonly JsonObject[]) => {
      const code = line('faults.replace', renamed(rules, camelName), { keep: true });
      return undoable('PUT /faults', [label, done, code], { rules, keep: true });
    },
    removeRule: (id: string) =>
      undoable(`DELETE /faults/${encodeURIComponent(id)}`, ['Remove', 'Rule removed', line('faults.remove', id)]),
    restartCounts: () =>
      make('POST /faults/restart', ['Restart all failures', 'All counts start again', line('faults.restart')]),
    takeSnapshot: () =>
      make('GET /snapshot', ['Take snapshot', 'Snapshot taken', 'const before = await standin.snapshot();']),
    restoreSnapshot: (snapshot: JsonObject) =>
      undoable('PUT /snapshot', ['Restore', 'Snapshot restored', 'await standin.restore(before);'], snapshot),
    /** Forks the account. Without a name, the server chooses a name. */
    fork: (name?: string) => {
      const code = `const fork = ${line('fork', ...(name ? [name] : []))}`;
      return make('POST /fork', ['Fork', 'Account forked', code], name ? { name } : {});
    },
  };
}

/** Returns a line of a test that calls a method of the account. */
function line(method: string, ...values: readonly unknown[]): string {
  return `await standin.${method}(${values.map(toLiteral).join(', ')});`;
}

/** Returns a curl command for a POSIX shell. The command reads the token from an environment variable. */
export function toCurl({ method, path, body }: ControlRequest, { origin, hasToken }: CommandPlace): string {
  const sent = ['-H', shellWord('Content-Type: application/json'), '--data-raw', shellWord(jsonOf(body ?? {}))];
  return [
    'curl -g',
    ...(method === 'GET' ? [] : ['-X', method]),
    shellWord(`${origin}/_standin${path}`),
    ...(hasToken ? ['-H', '"Authorization: Bearer $STANDIN_CONTROL_TOKEN"'] : []),
    ...(method === 'GET' ? [] : sent),
  ].join(' ');
}

export function toTest(code: string, { origin, hasToken }: CommandPlace): string {
  const token = hasToken ? ', controlToken: process.env.STANDIN_CONTROL_TOKEN' : '';
  return [
    "import { useStandin } from 'standin/testing';",
    "import { test } from 'vitest';",
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
  const texts = fields.map(([name, part]) => `${fieldName(name)}: ${toLiteral(part)}`);
  return texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`;
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
function jsonOf(value: unknown): string {
  return escapeInvisible(JSON.stringify(value));
}

/** Quotes a text as one shell word without expansions, if necessary. */
export function shellWord(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns a curl command that sends a create. */
export function curlOf(url: string, headers: Readonly<Record<string, string>>, body: unknown): string {
  const lines = Object.entries(headers).map((header) => `-H ${shellWord(header.join(': '))}`);
  return [`curl ${url}`, ...lines, `-d ${shellWord(jsonOf(body))}`].join(' \\\n  ');
}

const ID = /'[0-9a-f]{8}-[0-9a-f-]{27}'/g;

/** Returns the code of the actions. Variables, declared before their first use, replace generation ids. */
export function withVariables(actions: readonly PanelCommand[], latestFirst: readonly string[]): string[] {
  const lines = actions.map(({ code }) => code);
  const used = new Set(lines.flatMap((line) => line.match(ID) ?? []));
  const ids = latestFirst.map((id) => `'${id}'`).filter((id) => used.has(id));
  const first = lines.findIndex((line) => ids.some((id) => line.includes(id)));
  if (first === -1) return lines;
  const names = ids.map((_, at) => `generation${ids.length - at}`);
  const named = lines.map((line) => line.replace(ID, (id) => (ids.includes(id) ? `${names[ids.indexOf(id)]}.id` : id)));
  const declared = `const [${names.join(', ')}] = await standin.generations.list(); // the latest first`;
  return named.toSpliced(first, 0, declared);
}
