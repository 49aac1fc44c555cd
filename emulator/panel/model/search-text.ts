/** Converts the text of the search field to filters. */

import { FILTER_NAMES } from './requests.ts';

/** The other names of filters and values that users type. */
const FILTER_ALIASES = { op: 'operation', rule: 'fault', scenario: 'fault', id: 'generation', origin: 'upstream' };
const OPERATION_ALIASES = { poll: 'get', download: 'content' };

/** Splits the text into named filters and the remaining text. */
export function readSearch(typed: string): { readonly parts: Record<string, string>; readonly text: string } {
  const parts: Record<string, string> = {};
  const rest: string[] = [];
  for (const word of typed.split(/\s+/)) {
    const [, named = '', value = ''] = /^([a-z]+):(.+)$/i.exec(word) ?? [];
    const name = aliased(FILTER_ALIASES, named.toLowerCase());
    if (FILTER_NAMES.includes(name)) parts[name] = name === 'operation' ? aliased(OPERATION_ALIASES, value) : value;
    else if (/^[1-5](\d\d|xx)$/i.test(word)) parts['status'] = word.toLowerCase();
    else rest.push(word);
  }
  return { parts, text: rest.join(' ').trim() };
}

function aliased(aliases: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}
