/** Creates the commands for all actions on an account. A command is data: its request, and a line of a test. */

import { escapeInvisible } from '../../../contract/invisible.ts';
import { camelName, renamed } from '../../../lib/spelling.ts';
import type { GenerationMove } from '../../control/routes/generations.ts';
import type { JsonObject } from './json.ts';

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
  /** Whether a snapshot is taken first, so that the user can undo the command. */
  readonly isDestructive: boolean;
  readonly request: ControlRequest;
  /** The code with `standin/testing`. The variable `standin` is the account of the test. */
  readonly code: string;
}

/** The server, and whether its control API requires a token. The texts name its variable, and never the token. */
export interface CommandPlace {
  readonly origin: string;
  readonly hasToken: boolean;
}

/** The label of a command, and its request below the path of the account. */
type Call = readonly [label: string, route: `${ControlRequest['method']} ${string}`, body?: unknown];

/** The option that stops the server from adding a limit to a rule. */
const KEEP = { keep: true };

export function commandsOn(account: string) {
  const make = ([label, route, body]: Call, method: string, ...values: readonly unknown[]): PanelCommand => {
    const [verb, rest] = route.split(' ') as [ControlRequest['method'], string];
    const request = { method: verb, path: accountPath(account, rest), ...(body !== undefined && { body }) };
    return { account, label, isDestructive: false, request, code: line(method, ...values) };
  };
  const undoable = (...parts: Parameters<typeof make>): PanelCommand => ({ ...make(...parts), isDestructive: true });
  const coded = (code: string, command: PanelCommand): PanelCommand => ({ ...command, code });
  return {
    setBalance: (amount: number) =>
      undoable(['Set balance', 'PUT /balance', { balance_usd: amount }], 'setBalance', amount),
    revokeKeys: () => undoable(['Revoke all keys', 'POST /keys/revoke'], 'revokeKey'),
    restoreKeys: () => make(['Restore keys', 'POST /keys/restore'], 'restoreKey'),
    reset: () => undoable(['Reset account', 'POST /reset'], 'reset'),
    deleteAccount: () => undoable(['Delete account', 'DELETE '], 'close'),
    move: (id: string, status: GenerationMove['status']) =>
      undoable(
        [`Move to ${status}`, `POST /generations/${encodeURIComponent(id)}/move`, { status }],
        'generations.move',
        id,
        { status },
      ),
    setClock: (label: string, clock: string) => make([label, 'PUT /clock', { clock }], 'clock.set', clock),
    advance: (seconds: number) =>
      undoable(['Advance', 'POST /clock/advance', { by_seconds: seconds }], 'clock.advance', { seconds }),
    advanceTo: (to: string) =>
      undoable(['Jump to the next change', 'POST /clock/advance', { to }], 'clock.advance', { to }),
    runUntilIdle: () => undoable(['Jump to the last change', 'POST /clock/run-until-idle'], 'clock.runUntilIdle'),
    useScenarios: (label: string, scenarios: readonly string[]) =>
      make([label, 'PUT /scenarios', { scenarios }], 'scenarios.use', ...scenarios),
    addRule: (rule: JsonObject) =>
      undoable(['Add rule', 'POST /faults', { rule, ...KEEP }], 'faults.add', renamed(rule, camelName), KEEP),
    replaceRules: (label: string, rules: readonly JsonObject[]) =>
      undoable([label, 'PUT /faults', { rules, ...KEEP }], 'faults.replace', renamed(rules, camelName), KEEP),
    removeRule: (id: string) => undoable(['Remove', `DELETE /faults/${encodeURIComponent(id)}`], 'faults.remove', id),
    restartCounts: () => make(['Restart all failures', 'POST /faults/restart'], 'faults.restart'),
    takeSnapshot: () => coded('const before = await standin.snapshot();', make(['Save snapshot', 'GET /snapshot'], '')),
    restoreSnapshot: (snapshot: JsonObject) =>
      coded('await standin.restore(before);', undoable(['Restore', 'PUT /snapshot', snapshot], '')),
    /** Forks the account. The server chooses the name of the fork. */
    fork: () => coded('const fork = await standin.fork();', make(['Fork', 'POST /fork', {}], '')),
  };
}

/** Returns a path of the control API below an account. */
export function accountPath(name: string, rest = ''): string {
  return `/accounts/${encodeURIComponent(name)}${rest}`;
}

/** Returns a line of a test that calls a method of the account. */
function line(method: string, ...values: readonly unknown[]): string {
  return `await standin.${method}(${values.map(toLiteral).join(', ')});`;
}

/** The parts of a curl command. `secret` is the environment variable with the key or the token. */
interface CurlParts {
  readonly method: string;
  readonly url: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | null;
  readonly secret?: string | false;
}

/**
 * Returns a curl command for a POSIX shell. `-g` makes curl accept brackets in the path. `--data-raw` stops it from
 * reading a file for a body that begins with `@`.
 */
export function curlOf({ method, url, headers = [], body = null, secret = false }: CurlParts): string {
  const lines = [
    `curl -g${method === 'GET' ? '' : method === 'HEAD' ? ' -I' : ` -X ${method}`} ${shellWord(url)}`,
    ...(secret ? [`-H "Authorization: Bearer $${secret}"`] : []),
    ...headers.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${shellWord(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Returns a command of the control API as curl. */
export function toCurl({ method, path, body = {} }: ControlRequest, { origin, hasToken }: CommandPlace): string {
  const sent = { headers: [['Content-Type', 'application/json']], body: jsonOf(body) } as const;
  const secret = hasToken && 'STANDIN_CONTROL_TOKEN';
  return curlOf({ method, url: `${origin}/_standin${path}`, secret, ...(method !== 'GET' && sent) });
}

export function toTest(code: string, { origin, hasToken }: CommandPlace): string {
  const token = hasToken ? ', controlToken: process.env.STANDIN_CONTROL_TOKEN' : '';
  return `import { useStandin } from "standin/testing";
import { test } from "vitest";

const standin = useStandin({ url: "${origin}"${token} });

test("the app handles this", async () => {
  ${code.replaceAll('\n', '\n  ')}
});`;
}

/** Returns a value as TypeScript: JSON without quotes around names. A quote inside a text follows a backslash. */
export function toLiteral(value: unknown): string {
  return jsonOf(value).replaceAll(/"(\w+)":/g, '$1: ');
}

/** Returns JSON in which characters that reorder or hide text are escaped. */
export function jsonOf(value: unknown): string {
  return escapeInvisible(JSON.stringify(value));
}

/** Quotes a text as one shell word without expansions, if necessary. */
function shellWord(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns the code of the actions. A list of the generations, declared before its first use, replaces their ids. */
export function withVariables(actions: readonly PanelCommand[], latestFirst: readonly string[]): string {
  const code = actions.map((action) => action.code).join('\n');
  const used = latestFirst.filter((id) => code.includes(id));
  return used
    .reduce((text, id, at) => text.replaceAll(`"${id}"`, `generations[${at}].id`), code)
    .replace(/^.*generations\[/m, `const generations = await standin.generations.list(); // the latest first\n$&`);
}
