/** Reads a source file with a parser, and returns its imports, global names and exports for the rules. */

import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parseSync, visitorKeys } from 'oxc-parser';

export interface Import {
  readonly line: number;
  /** A path of this project, `node:fs`, or a package's name; undefined when the module is computed. */
  readonly target: string | undefined;
  readonly what: 'file' | 'node' | 'package' | 'computed';
  /** Erased by the compiler: `import type`, `export type`, `import('x')` in a type. */
  readonly typeOnly: boolean;
  /** Loaded when the line runs, not when the file does: `import('x')`. */
  readonly lazy: boolean;
}

export interface Export {
  readonly name: string;
  readonly line: number;
  /** Re-exported (`export { a }`, `export { a } from`), not declared there. */
  readonly handedOn: boolean;
  readonly isType: boolean;
}

export interface Module {
  readonly path: string;
  readonly imports: readonly Import[];
  /** Names that the file uses and may not have declared: `Date`, `process`, `Math.random`. */
  readonly names: readonly { readonly name: string; readonly line: number }[];
  readonly defaultExports: readonly number[];
  readonly exports: readonly Export[];
  /** The lines of comments, each with the whole width of its line in the file. */
  readonly comments: readonly { readonly line: number; readonly text: string; readonly width: number }[];
  readonly lines: number;
  readonly opensWithComment: boolean;
}

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

interface Place {
  readonly node: Syntax;
  readonly parent: Syntax | undefined;
  /** The property of the parent that holds the node. */
  readonly key: string;
}

/** The project's own name leads to its public entries. */
const OWN_ENTRIES: Readonly<Record<string, string>> = {
  standin: 'emulator/index.ts',
  'standin/contract': 'contract/index.ts',
  'standin/express': 'emulator/express/index.ts',
  'standin/msw': 'emulator/msw/index.ts',
  '#package.json': 'package.json',
  'standin/proxy': 'proxy/index.ts',
};

/** Parses one file, and throws an error if the file is not TypeScript. */
export function readModule(path: string, source: string): Module {
  const { program, comments, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const places = [...walk({ node: program as unknown as Syntax, parent: undefined, key: '' })];
  const lineOf = ({ start }: Syntax): number => source.slice(0, start).split('\n').length;
  return {
    path,
    imports: places
      .flatMap(({ node }) =>
        importsOf(node).map((found) => ({ ...found, lazy: node.type === 'ImportExpression', line: lineOf(node) })),
      )
      .map(({ specifier, ...found }) => ({ ...found, ...resolve(path, specifier) })),
    names: places.flatMap((place) => namesOf(place).map((name) => ({ name, line: lineOf(place.node) }))),
    exports: places.flatMap(({ node }) => exportsOf(node).map((found) => ({ ...found, line: lineOf(node) }))),
    comments: comments.flatMap((comment) => linesOf(comment, source)),
    defaultExports: places.filter(({ node }) => isDefaultExport(node)).map(({ node }) => lineOf(node)),
    lines: source.trimEnd().split('\n').length,
    opensWithComment: source.replace(/^#!.*\n/, '').startsWith('/**'),
  };
}

function linesOf({ start, end }: { start: number; end: number }, source: string): Module['comments'] {
  const first = source.slice(0, start).split('\n').length;
  const lines = source.split('\n');
  return source
    .slice(start, end)
    .split('\n')
    .map((text, index) => ({ text, line: first + index, width: (lines[first + index - 1] ?? '').length }));
}

function* walk(place: Place): Generator<Place> {
  yield place;
  for (const key of visitorKeys[place.node.type] ?? []) {
    const below = place.node[key];
    for (const node of (Array.isArray(below) ? below : [below]) as (Syntax | null | undefined)[]) {
      if (node !== null && node !== undefined) yield* walk({ node, parent: place.node, key });
    }
  }
}

function importsOf(node: Syntax): { specifier: string | undefined; typeOnly: boolean }[] {
  const specifier = textOf(node['source']);
  switch (node.type) {
    case 'ImportDeclaration':
      return [{ specifier, typeOnly: node['importKind'] === 'type' }];
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return specifier === undefined ? [] : [{ specifier, typeOnly: node['exportKind'] === 'type' }];
    case 'ImportExpression':
      return [{ specifier, typeOnly: false }];
    case 'TSImportType':
      return [{ specifier, typeOnly: true }];
    case 'TSImportEqualsDeclaration':
      return [{ specifier: textOf((node['moduleReference'] as Syntax)['expression']), typeOnly: false }];
    case 'CallExpression':
      return isRequire(node['callee'] as Syntax)
        ? [{ specifier: textOf(first(node['arguments'])), typeOnly: false }]
        : [];
    default:
      return [];
  }
}

/** `require(x)` and `createRequire(here)(x)`. */
function isRequire(callee: Syntax): boolean {
  if (callee.type === 'Identifier') return callee['name'] === 'require';
  return callee.type === 'CallExpression' && (callee['callee'] as Syntax)['name'] === 'createRequire';
}

function first(list: unknown): unknown {
  return (list as readonly unknown[])[0];
}

function textOf(literal: unknown): string | undefined {
  const value = (literal as Syntax | null | undefined)?.['value'];
  return typeof value === 'string' ? value : undefined;
}

function resolve(from: string, specifier: string | undefined): Pick<Import, 'target' | 'what'> {
  if (specifier === undefined) return { target: undefined, what: 'computed' };
  if (specifier.startsWith('.')) return { target: posix.join(posix.dirname(from), specifier), what: 'file' };
  const own = OWN_ENTRIES[specifier];
  if (own !== undefined) return { target: own, what: 'file' };
  if (isBuiltin(specifier)) return { target: `node:${specifier.replace(/^node:/, '')}`, what: 'node' };
  return { target: specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'), what: 'package' };
}

/** Properties that hold a name without a reference: `a.Date`, `{ Date: 1 }`, `interface A { Date: string }`. */
const MERE_LABELS: readonly (readonly [type: string, key: string])[] = [
  ['MemberExpression', 'property'],
  ['Property', 'key'],
  ['PropertyDefinition', 'key'],
  ['MethodDefinition', 'key'],
  ['TSPropertySignature', 'key'],
  ['TSMethodSignature', 'key'],
  ['TSQualifiedName', 'right'],
  ['ImportSpecifier', 'imported'],
  ['ExportSpecifier', 'exported'],
];

function namesOf({ node, parent, key }: Place): string[] {
  if (node.type !== 'Identifier') return [];
  const isLabel = MERE_LABELS.some(
    ([type, held]) => parent?.type === type && key === held && parent['computed'] !== true,
  );
  if (isLabel) return [];
  const name = String(node['name']);
  if (name !== 'Math' || parent?.type !== 'MemberExpression') return [name];
  const property = parent['property'] as Syntax;
  return [`Math.${parent['computed'] === true ? (textOf(property) ?? '*') : String(property['name'])}`];
}

function isDefaultExport(node: Syntax): boolean {
  if (node.type === 'ExportDefaultDeclaration') return true;
  return node.type === 'ExportSpecifier' && (node['exported'] as Syntax)['name'] === 'default';
}

/** Returns the names that a statement exports. Names behind `export *` count as exports of the other file. */
function exportsOf(node: Syntax): Omit<Export, 'line'>[] {
  if (node.type !== 'ExportNamedDeclaration') return [];
  const declaration = node['declaration'] as Syntax | null;
  if (declaration === null) {
    return (node['specifiers'] as Syntax[]).map(({ exported, exportKind }) => {
      const isType = node['exportKind'] === 'type' || exportKind === 'type';
      return { name: String((exported as Syntax)['name']), handedOn: true, isType };
    });
  }
  const isType = /^TS(Interface|TypeAlias)Declaration$/.test(declaration.type);
  return declaredBy(declaration).map((name) => ({ name, handedOn: false, isType }));
}

function declaredBy(declaration: Syntax): string[] {
  if (declaration.type !== 'VariableDeclaration') return [String((declaration['id'] as Syntax)['name'])];
  return (declaration['declarations'] as Syntax[]).flatMap(({ id }) => boundBy(id as Syntax));
}

/** Returns the names that a pattern binds: `a`, and the names in `{ a, b: c }` and `[a, b]`. */
function boundBy(pattern: Syntax): string[] {
  if (pattern.type === 'Identifier') return [String(pattern['name'])];
  const parts = (pattern['properties'] ?? pattern['elements'] ?? []) as (Syntax | null)[];
  return parts.flatMap((part) => (part === null ? [] : boundBy((part['value'] ?? part['argument'] ?? part) as Syntax)));
}
