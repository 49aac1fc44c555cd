/** Converts the text of the search field to filters. */

/** The filters with a name in the search field, such as `status:429`. */
export const FILTER_NAMES = [
  'status',
  'account',
  'operation',
  'generation',
  'fault',
  'code',
  'route',
  'upstream',
] as const;

export type FilterName = (typeof FILTER_NAMES)[number];

/** The alternative names of filters that users type. */
const ALIASES: Readonly<Record<string, string>> = {
  op: 'operation',
  rule: 'fault',
  scenario: 'fault',
  id: 'generation',
  origin: 'upstream',
};
const OPERATIONS: Readonly<Record<string, string>> = { poll: 'get', download: 'content' };

/** Splits the text into named filters and the remaining text. */
export function readSearch(typed: string): { readonly parts: Record<string, string>; readonly text: string } {
  const parts: Record<string, string> = {};
  const rest: string[] = [];
  for (const word of typed.split(/\s+/)) {
    const [, named = '', value = ''] = /^([a-z]+):(.+)$/i.exec(word) ?? [];
    const name = ALIASES[named.toLowerCase()] ?? named.toLowerCase();
    if (isFilterName(name)) parts[name] = name === 'operation' ? (OPERATIONS[value] ?? value) : value;
    else if (/^[1-5](\d\d|xx)$/i.test(word)) parts['status'] = word.toLowerCase();
    else rest.push(word);
  }
  return { parts, text: rest.join(' ').trim() };
}

function isFilterName(name: string): name is FilterName {
  return FILTER_NAMES.some((known) => known === name);
}
