/** Reads the output of one long process: its answers, and lines that are not answers. */

import * as z from 'zod';
import { toWord } from '../evidence/case-record.ts';
import type { Ending } from './client-driver.ts';
import { withoutSecrets } from './client-process.ts';

const Answer = z.object({ case: z.string(), outcome: z.enum(['delivered', 'gave-up', 'unsupported']) });
const MOST_LINE = 1_048_576;
/** The number of shown characters of a line that is not an answer. */
const MOST_SHOWN = 200;

export type LinesOutput = ReturnType<typeof readLines>;

/** Reads answers. `settle` returns false for a case that was not sent to the client. */
export function readLines(keys: ReadonlySet<string>, settle: (name: string, ending: Ending) => boolean) {
  let rest = '';
  let odd = 0;
  let first: string | undefined;
  const note = (text: string): void => {
    odd += 1;
    first ??= text;
  };
  const read = (line: string): void => {
    if (line.trim() === '') return;
    const values = valuesIn(line);
    const answers = values?.map((value) => Answer.safeParse(value)) ?? [];
    if (values === undefined || answers.some(({ success }) => !success)) note(line.trim());
    for (const [index, { data }] of answers.entries()) {
      if (data === undefined) continue;
      const { case: name, outcome } = data;
      const isKnown = settle(name, { end: outcome, how: `answered ${outcome}`, said: toWord(values?.[index]) });
      if (!isKnown) note(`${line.trim()} (unexpected case "${name}")`);
    }
  };
  return {
    /** Reads a chunk of standard output. */
    onOutput: (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = (lines.pop() ?? '').slice(-MOST_LINE);
      lines.forEach(read);
    },
    /** Reads the last line, which may have no line end. */
    onOutputEnd: () => {
      read(rest);
      rest = '';
    },
    /** Returns `2 lines of its output are not answers, the first: …`; undefined if all lines are answers. */
    problems: () => {
      const open = rest.trim();
      if (odd === 0 && open === '') return undefined;
      const shown = withoutSecrets(first ?? `${open} (without a line break at its end)`, keys);
      const count = odd + (open === '' ? 0 : 1);
      return `${count === 1 ? '1 line of its output is not an answer' : `${count} lines of its output are not answers, the first`}: ${shown.length <= MOST_SHOWN ? shown : `${shown.slice(0, MOST_SHOWN)}…`}`;
    },
  };
}

/** Parses the JSON objects of a line. Two writes of a client may come without a line end between them. */
function valuesIn(line: string): unknown[] | undefined {
  for (const parts of [[line], line.split(/(?<=\})\s*(?=\{)/)]) {
    try {
      return parts.map((part): unknown => JSON.parse(part));
    } catch {
      // The line has another form.
    }
  }
  return undefined;
}
