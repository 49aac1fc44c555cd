/** TypeScript from JSON Schema, for declarations with the texts that an editor shows. */

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  /** The type where TypeScript can say it more exactly; it is left out of what is published. */
  readonly tsType?: string;
  readonly [key: string]: unknown;
}

const WIDTH = 116;

/** The members of an object's type, each with its comment. */
export function membersOf({ properties = {}, required = [] }: JsonSchema, indent = '  '): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const isOptional = !required.includes(name);
      const type = `${typeOf(schema, indent)}${isOptional ? ' | undefined' : ''}`;
      return `${commentOf(schema, indent)}${indent}${keyOf(name)}${isOptional ? '?' : ''}: ${type};\n`;
    })
    .join('');
}

/** The type that a schema describes. */
function typeOf(schema: JsonSchema, indent = '  '): string {
  const { tsType, enum: values, anyOf, items, properties, type } = schema;
  if (tsType !== undefined) return tsType;
  if ('const' in schema) return literal(schema.const);
  if (values !== undefined) return values.map(literal).join(' | ');
  if (anyOf !== undefined) return [...new Set(anyOf.map((one) => typeOf(one, indent)))].join(' | ');
  if (items !== undefined) return arrayOf(typeOf(items, indent));
  if (properties !== undefined) return `{\n${membersOf(schema, `${indent}  `)}${indent}}`;
  if (type === 'object') return recordOf(schema, indent);
  return PRIMITIVES[String(type)] ?? 'unknown';
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};

function recordOf({ additionalProperties, propertyNames }: JsonSchema, indent: string): string {
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
  return `Record<${propertyNames?.enum === undefined ? 'string' : typeOf(propertyNames)}, ${values}>`;
}

function arrayOf(item: string): string {
  return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}

function commentOf({ description, default: byDefault }: JsonSchema, indent: string): string {
  const isTold =
    byDefault !== undefined && JSON.stringify(byDefault) !== '{}' && JSON.stringify(byDefault).length <= 40;
  const text = [description && sentence(description), isTold ? `Default: \`${JSON.stringify(byDefault)}\`.` : '']
    .filter(Boolean)
    .join(' ');
  if (text === '') return '';
  const short = `${indent}/** ${text} */\n`;
  if (short.length <= WIDTH) return short;
  const lines = wrapped(text, WIDTH - indent.length - 3).map((line) => `${indent} * ${line}\n`);
  return `${indent}/**\n${lines.join('')}${indent} */\n`;
}

function sentence(text: string): string {
  const whole = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.replaceAll('*/', '* /').split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
