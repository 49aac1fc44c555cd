/** What a client writes that is one long process: its answers, the lines that are not answers, and all of it for its user. */

import * as z from 'zod';
import type { ClientOutcome } from '../evidence/case-evidence.ts';
import { keepOutput } from './kept-output.ts';
import { toWord } from './said-word.ts';

const Answer = z.object({ case: z.string(), outcome: z.enum(['delivered', 'gave-up', 'unsupported']) });
const MOST_LINE = 1_048_576;
/** How much of a line that is not an answer is shown. */
const MOST_SHOWN = 200;

export type Ending = Pick<ClientOutcome, 'end' | 'how' | 'said'>;

export interface LinesOutput {
  /** Takes what came on standard output. */
  onOutput(chunk: string): void;
  /** Its last line may have no end. */
  onOutputEnd(): void;
  onErrors(chunk: string): void;
  /** `2 lines of its output are not answers, the first: …`; nothing if all are. */
  problems(): string | undefined;
  /** Beginning and end of both streams, without keys. */
  text(): string;
}

/** Reads answers. `settle` returns false for a case that the client was never asked for. */
export function readLines(keys: ReadonlySet<string>, settle: (name: string, ending: Ending) => boolean): LinesOutput {
  const [stdout, stderr] = [keepOutput(keys), keepOutput(keys)];
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
    onOutput: (chunk) => {
      stdout.take(chunk);
      const lines = (rest + chunk).split('\n');
      rest = (lines.pop() ?? '').slice(-MOST_LINE);
      lines.forEach(read);
    },
    onOutputEnd: () => {
      read(rest);
      rest = '';
    },
    onErrors: (chunk) => stderr.take(chunk),
    problems: () => {
      const open = rest.trim();
      if (odd === 0 && open === '') return undefined;
      const shown = withoutKeys(first ?? `${open} (without a line break at its end)`, keys);
      const count = odd + (open === '' ? 0 : 1);
      return `${count === 1 ? '1 line of its output is not an answer' : `${count} lines of its output are not answers, the first`}: ${shown}`;
    },
    text: () => `--- standard output\n${stdout.text()}\n--- standard error\n${stderr.text()}\n`,
  };
}

function withoutKeys(text: string, keys: ReadonlySet<string>): string {
  const shown = [...keys].reduce((all, key) => all.replaceAll(key, '[key]'), text);
  return shown.length <= MOST_SHOWN ? shown : `${shown.slice(0, MOST_SHOWN)}…`;
}

/** The JSON values of a line: two writes of a client may come without the end of a line between them. */
function valuesIn(line: string): unknown[] | undefined {
  try {
    return [JSON.parse(line)];
  } catch {
    const parts = objectsIn(line);
    try {
      return parts?.map((part): unknown => JSON.parse(part));
    } catch {
      return undefined;
    }
  }
}

/** The texts of objects that follow one another; nothing if anything else is between them. */
function objectsIn(line: string): string[] | undefined {
  const parts: string[] = [];
  let [depth, from, isText] = [0, 0, false];
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (isText) {
      if (sign === '\\') at += 1;
      else isText = sign !== '"';
    } else if (sign === '"') isText = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    else if (depth === 0 && sign.trim() !== '') return undefined;
    if (depth === 0 && sign === '}' && !isText) {
      parts.push(line.slice(from, at + 1));
      from = at + 1;
    }
  }
  return depth === 0 && parts.length > 0 ? parts : undefined;
}
