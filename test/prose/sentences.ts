/** The sentences of a file: the prose of Markdown, the comments and the texts of TypeScript, the texts of JSON. */

import { parseSync } from 'oxc-parser';

export interface Sentence {
  readonly line: number;
  readonly text: string;
  readonly isComment: boolean;
}

/** A text with fewer words is a name, a path or a label. */
const FEWEST_WORDS = 4;
const IS_PROSE = /^(?!.*(?:\{[^}]*[:;]|=>|',\n|\};|\bend if\b|redis\.call\())(?=.*[a-z]{3} [a-z])/s; // not CSS or code
/** The names of members in `contract/sentences.ts` are sentences of the API document, word for word. */
const QUOTING = 'contract/sentences.ts';

/** Splits a file into sentences; code in Markdown is left out. */
export function sentencesIn(path: string, source: string): Sentence[] {
  if (path.endsWith('.md')) return ofMarkdown(source);
  if (path.endsWith('.json')) return texts(source, /"((?:[^"\\]|\\.)*)"/g);
  const { comments } = parseSync(path, source);
  let code = '';
  const said = comments.flatMap(({ start, end, value }) => {
    const text = value.replaceAll(/\s*\n\s*\*?\s*/g, ' ').replaceAll(/^\*?\s*|@example.*$/gs, '');
    code += source.slice(code.length, start) + source.slice(start, end).replaceAll(/[^\n]/g, ' ');
    return split(text, lineAt(source, start), true);
  });
  code += source.slice(code.length);
  const found = texts(
    code,
    /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g,
    path.startsWith(QUOTING),
  );
  return [...said, ...found];
}

function ofMarkdown(source: string): Sentence[] {
  const sentences: Sentence[] = [];
  let paragraph: { readonly line: number; text: string } | undefined;
  let inCode = false;
  const flush = (): void => {
    if (paragraph !== undefined) sentences.push(...split(paragraph.text, paragraph.line, false));
    paragraph = undefined;
  };
  for (const [at, line] of source.split('\n').entries()) {
    if (line.startsWith('```')) inCode = !inCode;
    const isText = !inCode && !/^(?:```|<|#|!\[|\s*$)/.test(line);
    if (!isText || /^\s*(?:[-*|]|\d+\.)/.test(line)) flush();
    if (!isText) continue;
    if (line.startsWith('|')) {
      for (const cell of line.split('|')) sentences.push(...split(cell, at + 1, false));
    } else if (paragraph === undefined) paragraph = { line: at + 1, text: line.replace(/^\s*(?:[-*]|\d+\.)\s+/, '') };
    else paragraph.text += ` ${line.trim()}`;
  }
  flush();
  return sentences;
}

function texts(source: string, pattern: RegExp, isQuoting = false): Sentence[] {
  return [...source.matchAll(pattern)].flatMap(({ index, 1: one, 2: two, 3: three }) => {
    const text = one ?? two ?? three ?? '';
    if (source.startsWith('.split(', index + text.length + 2)) return []; // a list of words
    if (isQuoting && source[index + text.length + 2] === ':') return [];
    return text.includes(' ') ? split(text.replaceAll(/\$\{[^}]*\}/g, 'X'), lineAt(source, index), false) : [];
  });
}

/** Code and links become one word each. */
function split(text: string, line: number, isComment: boolean): Sentence[] {
  return text
    .replaceAll(/`[^`]*`/g, 'X')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/[“"][^”"]*[”"]/g, 'X')
    .replaceAll('**', '')
    .split(/(?<=[.!?])\s+(?=[A-Z[*X])|\n\n|\n(?=[-|] )/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(/\s+/).length >= FEWEST_WORDS && IS_PROSE.test(sentence))
    .map((sentence) => ({ line, text: sentence, isComment }));
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}
