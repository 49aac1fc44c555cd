import { describe, expect, test } from 'vitest';

import { readLines, type LinesOutput } from './lines-driver.ts';

/** Returns the results of reading an output after the cases `a` and `b` were sent. */
function readingOf(...chunks: readonly string[]): {
  readonly settled: readonly string[];
  readonly output: LinesOutput;
} {
  const settled: string[] = [];
  const output = readLines(new Set(['secret-key']), (name, { end }) => {
    settled.push(`${name} ${end}`);
    return name === 'a' || name === 'b';
  });
  for (const chunk of chunks) output.onOutput(chunk);
  return { settled, output };
}

const A = '{"case":"a","outcome":"delivered"}';
const B = '{"case":"b","outcome":"gave-up","error":{"message":"a } and a \\" in it {"}}';

describe('answers are read', () => {
  test.each([
    ['a line each', [`${A}\n${B}\n`]],
    ['in one line', [`${A}${B}\n\n`]],
    ['in one line with spaces', [`  ${A}  ${B}\n`]],
    ['in pieces', [A.slice(0, 5), A.slice(5), '\n', B, '\n']],
  ])('%s', (_, chunks) => {
    const { settled, output } = readingOf(...chunks);
    expect(settled).toEqual(['a delivered', 'b gave-up']);
    expect(output.problems()).toBeUndefined();
  });
});

describe('lines that are not answers are counted, and the first line is quoted', () => {
  test.each([
    ['INFO done\n', '1 line of its output is not an answer: INFO done'],
    [`INFO done\nINFO more\n${A}\n`, '2 lines of its output are not answers, the first: INFO done'],
    [`INFO ${A}\n`, `1 line of its output is not an answer: INFO ${A}`],
    ['{"case":"a","outcome":"done"}\n', '1 line of its output is not an answer: {"case":"a","outcome":"done"}'],
    ['{"case":"a"\n', '1 line of its output is not an answer: {"case":"a"'],
    [A, `1 line of its output is not an answer: ${A} (without a line break at its end)`],
    ['used secret-key\n', '1 line of its output is not an answer: used [key]'],
    [`${'x'.repeat(300)}\n`, `1 line of its output is not an answer: ${'x'.repeat(200)}…`],
    [
      '{"case":"c","outcome":"delivered"}\n',
      '1 line of its output is not an answer: {"case":"c","outcome":"delivered"} (unexpected case "c")',
    ],
  ])('%j', (chunk, problems) => {
    expect(readingOf(chunk).output.problems()).toBe(problems);
  });
});
