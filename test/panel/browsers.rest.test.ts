/** The browser features that the built panel uses, compared with the versions in docs/panel.md. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { transformSync } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run.ts';

const built = (name: string): string => readFileSync(join(ROOT, 'dist', 'panel', name), 'utf8');

/** Chrome and Edge, Firefox, Safari. */
type Versions = readonly [chrome: number, firefox: number, safari: number];
const NAMED: Versions = [123, 125, 18];

/** The recent features of styles, with the first versions. */
const STYLES: Readonly<Record<string, Versions>> = {
  ':focus-visible': [86, 85, 15.4],
  ':is': [88, 78, 14],
  ':has': [105, 121, 15.4],
  ':placeholder-shown': [47, 51, 9],
  ':user-invalid': [119, 88, 16.5],
  'accent-color': [93, 92, 15.4],
  'aspect-ratio': [88, 89, 15],
  'clip-path': [55, 54, 13.1],
  'color-scheme': [81, 96, 13],
  'contain-intrinsic-size': [98, 107, 17],
  'container-type': [105, 110, 16],
  'content-visibility': [85, 125, 18],
  'fit-content': [57, 52, 10.1],
  gap: [84, 63, 14.1],
  'light-dark': [123, 120, 17.5],
  'linear-gradient': [26, 16, 6.1],
  'padding-block': [87, 66, 14.1],
  'padding-inline': [87, 66, 14.1],
  'scroll-margin': [69, 90, 14.1],
  'scroll-margin-top': [69, 68, 14.1],
  'mask-image': [120, 53, 15.4],
  // Before 18.2, Safari hides the scrollbar by `::-webkit-scrollbar`.
  'scrollbar-width': [121, 64, 18],
  'object-position': [32, 36, 10.1],
  'place-items': [59, 45, 11],
};

/** All other names in the styles: properties, selectors, functions and at-rules from before 2020. */
const OLD_STYLES = new Set(
  `align-items align-self animation background border border-bottom border-collapse border-color border-left border-radius
  border-style border-top border-width bottom box-shadow box-sizing color content cursor display fill flex flex-basis flex-direction
  flex-flow flex-wrap font font-family font-size font-style font-variant-numeric font-weight grid-auto-rows grid-column grid-row grid-template-columns height
  justify-content justify-self left line-height list-style margin margin-bottom margin-left margin-right margin-top max-height
  max-width min-height min-width
  opacity order outline outline-offset overflow overflow-wrap overflow-x padding padding-bottom padding-left
  padding-right position right stroke stroke-dasharray stroke-width text-align text-decoration text-overflow top transform
  vertical-align white-space -webkit-box-orient -webkit-line-clamp width z-index attr float align-content flex-shrink padding-top shape-rendering :checked :empty ::after ::before :disabled :first-child :focus :focus-within :hover :invalid :last-child :last-of-type :not :nth-child :only-child ::placeholder :root :valid ::-webkit-scrollbar var inset
  calc minmax repeat rotate scale min @keyframes @media`.split(/\s+/),
);

/** The features of scripts since 2021 that have a unique name. */
const SCRIPTS: Readonly<Record<string, Versions>> = {
  at: [92, 90, 15.4],
  any: [85, 79, 14],
  canParse: [120, 115, 17],
  cause: [93, 91, 15],
  difference: [122, 127, 17],
  escape: [136, 134, 18.2],
  findLast: [97, 104, 15.4],
  findLastIndex: [97, 104, 15.4],
  fromAsync: [121, 115, 16.4],
  getOrInsert: [145, 144, 26.2],
  groupBy: [117, 119, 17.4],
  hasOwn: [93, 92, 15.4],
  intersection: [122, 127, 17],
  isDisjointFrom: [122, 127, 17],
  isSubsetOf: [122, 127, 17],
  isWellFormed: [111, 119, 16.4],
  replaceAll: [85, 77, 13.1],
  showModal: [37, 98, 15.4],
  showPopover: [114, 125, 17],
  startViewTransition: [111, 144, 18],
  symmetricDifference: [122, 127, 17],
  timeout: [103, 100, 16],
  toReversed: [110, 115, 16],
  toSorted: [110, 115, 16],
  toSpliced: [110, 115, 16],
  toWellFormed: [111, 119, 16.4],
  union: [122, 127, 17],
  withResolvers: [119, 121, 17.4],
};

/** Global names that browsers have had since before 2021. */
const GLOBALS = new Set(
  `arguments Array Blob Boolean Date Error FormData HTMLFormElement HTMLInputElement Infinity JSON Map Math NaN Number Object
  Promise RegExp Set String Symbol TextDecoder URL URLSearchParams WeakMap addEventListener clearInterval clearTimeout
  console decodeURIComponent document encodeURIComponent fetch globalThis history innerWidth isNaN location navigator
  parseInt performance process queueMicrotask requestAnimationFrame cancelAnimationFrame setInterval setTimeout
  undefined window self MathMLElement SVGElement Element HTMLElement TextEncoder
  localStorage sessionStorage removeEventListener`.split(/\s+/),
);

const tooNew = (used: readonly string[], table: Readonly<Record<string, Versions>>): string[] =>
  used.filter((name) => Object.hasOwn(table, name) && isTooNew(table[name] ?? NAMED));

const isTooNew = (versions: Versions): boolean => versions.some((version, browser) => version > (NAMED[browser] ?? 0));

test('the guide names the versions', () => {
  const guide = readFileSync(join(ROOT, 'docs', 'panel.md'), 'utf8');
  const [chrome, firefox, safari] = NAMED;
  expect(guide).toContain(`Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`);
});

test('the script uses only syntax of these versions', () => {
  const code = built('panel.js');
  const plain = transformSync('panel.js', code).code;
  const [chrome, firefox, safari] = NAMED;
  const target = [`chrome${chrome}`, `edge${chrome}`, `firefox${firefox}`, `safari${safari}`];
  expect(transformSync('panel.js', code, { target }).code).toBe(plain);
  // This proves that the comparison works: an older target changes the code.
  expect(transformSync('panel.js', code, { target: 'es2017' }).code).not.toBe(plain);
});

test('the script uses no name that is newer', () => {
  const { globals, members } = namesIn(built('panel.js'));
  expect(globals.filter((name) => !GLOBALS.has(name))).toEqual([]);
  expect(tooNew(members, SCRIPTS)).toEqual([]);
  expect(members).toContain('toSorted');
  expect(namesIn('new Temporal(); [].getOrInsert()')).toEqual({ globals: ['Temporal'], members: ['getOrInsert'] });
  expect(tooNew(['getOrInsert'], SCRIPTS)).toEqual(['getOrInsert']);
});

test('the style sheet uses nothing that is newer', () => {
  const used = stylesIn(built('panel.css'));
  expect(used.filter((name) => !(name in STYLES) && !OLD_STYLES.has(name))).toEqual([]);
  expect(tooNew(used, STYLES)).toEqual([]);
  expect(stylesIn('@layer x{a:open{field-sizing:content;width:sibling-index()}}').toSorted()).toEqual(
    [':open', '@layer', 'field-sizing', 'sibling-index', 'width'].toSorted(),
  );
});

/** Returns at-rules, pseudo-classes, properties and functions, each once. */
function stylesIn(css: string): readonly string[] {
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  const used = rules.flatMap(([, selector = '', body = '']) => [
    ...(selector.match(/::?[a-z-]+/g) ?? []),
    ...body.split(';').map((declaration) => declaration.split(':', 1).join('')),
    ...(body.match(/[a-z-]+(?=\()/g) ?? []),
  ]);
  return [...new Set([...(css.match(/@[a-z-]+/g) ?? []), ...used])].filter((name) => !/^(--|$)/.test(name));
}

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Returns undeclared names and names of members, each once. Minified locals have at most three letters. */
function namesIn(code: string): { readonly globals: readonly string[]; readonly members: readonly string[] } {
  const [globals, members] = [new Set<string>(), new Set<string>()];
  const visit = (value: unknown, field = ''): void => {
    if (Array.isArray(value)) return value.forEach((one) => visit(one, field));
    if (!isNode(value)) return;
    const isName = value.type === 'Identifier' && typeof value['name'] === 'string';
    if (isName && field === 'property') members.add(String(value['name']));
    else if (isName && String(value['name']).length > 3 && field !== 'key') globals.add(String(value['name']));
    for (const [name, inner] of Object.entries(value)) {
      const isComputed = value['computed'] === true && (name === 'property' || name === 'key');
      visit(inner, isComputed ? '' : name);
    }
  };
  visit(parseSync('panel.js', code).program);
  return { globals: [...globals], members: [...members] };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
