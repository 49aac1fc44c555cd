/** Finds duplicate names in the objects of a JSON text, which a parser silently drops. */

import { jsonOf } from '../../client/exchange.ts';
import type { Answered } from '../../engine/evidence.ts';

const TOKEN = /"(?:\\.|[^"\\])*"(\s*:)?|[{}[\]]/g;

/** Returns the names that occur twice in one object of a response. A text that JSON.stringify would write has none. */
export function namesTwice({ response }: Answered): string[] {
  const { text = '' } = response.body;
  return JSON.stringify(jsonOf(response)) === text ? [] : repeatedNames(text);
}

/** Returns the names that occur twice in one object, in order. */
export function repeatedNames(text: string): string[] {
  const open: (Set<string> | undefined)[] = [];
  const repeated = new Set<string>();
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) note(token.slice(1, -1 - colon.length), { among: open.at(-1), repeated });
  }
  return [...repeated];
}

function note(name: string, { among, repeated }: { among: Set<string> | undefined; repeated: Set<string> }): void {
  if (among?.has(name) === true) repeated.add(name);
  among?.add(name);
}
