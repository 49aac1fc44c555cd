/** A JSON Schema as an HTML table. */

import { escapeHtml, inlineCode, table } from './html.ts';
import { referencedName } from './model.ts';

/** A JSON Schema of unknown content. */
type LooseSchema = Readonly<Record<string, unknown>>;

const DEEPEST = 2;

/** A table of an object's fields; for other schemas, the type in words. */
export function schemaTable(schema: LooseSchema): string {
  const rows = rowsOf(schema, 0);
  if (rows.length === 0) return `<p class="type">${typeOf(schema)}</p>`;
  return table(['Field', 'Type', 'Meaning'], rows);
}

/** The type of a schema in a few words, with links to the schemas that it names. */
export function typeOf(schema: LooseSchema): string {
  const { $ref, type, anyOf, oneOf, items, enum: values, const: constant } = schema;
  if (typeof $ref === 'string') return link(referencedName($ref));
  if (constant !== undefined) return `<code>${escapeHtml(JSON.stringify(constant))}</code>`;
  if (Array.isArray(values)) return values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ');
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.map((choice) => typeOf(asSchema(choice))).join(' <i>or</i> ');
  if (type === 'array') return `list of ${typeOf(asSchema(items))}`;
  return escapeHtml(typeof type === 'string' ? type : 'anything');
}

function rowsOf(schema: LooseSchema, depth: number): string[] {
  const { properties, required } = schema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(asSchema(properties)).flatMap(([name, value]) => {
    const field = asSchema(value);
    const mark = needed.includes(name) ? '<span class="required" title="required">required</span>' : '';
    const cells = `<td>${typeOf(field)}</td><td>${meaningOf(field)}</td>`;
    const row = `<tr><td class="depth-${depth}"><code>${escapeHtml(name)}</code> ${mark}</td>${cells}</tr>`;
    return [row, ...(depth < DEEPEST ? rowsOf(field, depth + 1) : [])];
  });
}

function meaningOf(field: LooseSchema): string {
  const { description, default: initial, maximum, pattern } = field;
  const hasLimit = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER;
  const hasPattern = typeof pattern === 'string' && pattern.length < LONGEST_PATTERN && description === undefined;
  return [
    typeof description === 'string' ? inlineCode(description) : '',
    typeof initial === 'object' || initial === undefined ? '' : `Default ${shown(initial)}.`,
    hasLimit ? `${shown(field['minimum'] ?? 'Any number')} to ${shown(maximum)}.` : '',
    hasPattern ? `Matches ${shown(pattern)}.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const LONGEST_PATTERN = 60;

function shown(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;
}

function link(name: string): string {
  return `<a href="#schema-${encodeURIComponent(name)}">${escapeHtml(name)}</a>`;
}

function asSchema(value: unknown): LooseSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
