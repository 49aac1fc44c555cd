/** Converts the actions on the page to lines of a test, which also runs with other generations. */

import type { PanelCommand } from './command.ts';

type Actions = readonly PanelCommand[];

/**
 * Adds an action. A PUT replaces the previous PUT of the same setting, unless requests arrived in between. Turning a
 * scenario on and off again adds no line, and adding and removing a rule adds no line.
 */
export function withAction(before: Actions, action: PanelCommand, wasUsed: boolean): Actions {
  const last = before.at(-1);
  if (wasUsed || last === undefined) return [...before, action];
  const kept = before.slice(0, -1);
  const { method, path } = action.request;
  if (method === 'DELETE' && path === `${last.request.path}/${String(last.added)}`) return kept;
  if (!isSameSetting(last, action)) return [...before, action];
  const isNothingOn = JSON.stringify(action.request.body) === '{"scenarios":[]}';
  return isNothingOn && !kept.some((one) => isSameSetting(one, action)) ? kept : [...kept, action];
}

function isSameSetting({ request: a }: PanelCommand, { request: b }: PanelCommand): boolean {
  return a.method === 'PUT' && b.method === 'PUT' && a.path === b.path;
}

const ID = /'[0-9a-f]{8}-[0-9a-f-]{27}'/g;

/** Returns the code of the actions. Variables, declared before their first use, replace generation ids. */
export function withVariables(actions: Actions, latestFirst: readonly string[]): string[] {
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
