/** Converts the actions on the page to lines of a test, which also runs with other generations. */

import type { PanelCommand } from './command.ts';

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
