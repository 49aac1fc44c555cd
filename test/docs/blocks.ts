/** Reads the fenced blocks of a page, the comment above each block, and the output that the page shows below it. */

export interface Block {
  readonly page: string;
  /** The line of the opening fence, counted from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The text block right after the block, or a later block after `<!-- output of: a part of this block -->`. */
  readonly output: string | undefined;
  /** From `<!-- not run: reason -->` in the line above. */
  readonly notRun: string | undefined;
  /** From `<!-- file: name -->` in the line above: the block is a file that later blocks of the page use. */
  readonly file: string | undefined;
}

interface Fence {
  readonly start: number;
  readonly end: number;
  readonly language: string;
}

/** All blocks of a page with a language, without those that only show an output. */
export function blocksOf(page: string, markdown: string): Block[] {
  const lines = markdown.split('\n');
  const fences = fencesOf(lines);
  return fences.flatMap((fence, index) => {
    const { start, language } = fence;
    if (language === 'text' || language === '') return [];
    const output = fences.find((next, at) =>
      at === index + 1 ? isOutput(lines, fence, next) : isNamedOutput(lines, fence, next),
    );
    return [
      {
        page,
        language,
        line: start + 1,
        text: textOf(lines, fence),
        output: output && textOf(lines, output),
        notRun: mark(lines[start - 1], 'not run'),
        file: mark(lines[start - 1], 'file'),
      },
    ];
  });
}

function fencesOf(lines: readonly string[]): Fence[] {
  const fences: Fence[] = [];
  let open: { start: number; language: string } | undefined;
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith('```')) continue;
    if (open === undefined) {
      open = { start: at, language: line.slice(3).trim() };
    } else {
      fences.push({ ...open, end: at });
      open = undefined;
    }
  }
  if (open !== undefined) throw new Error(`the fence of line ${open.start + 1} is not closed`);
  return fences;
}

function isOutput(lines: readonly string[], { end }: Fence, next: Fence): boolean {
  return next.language === 'text' && lines.slice(end + 1, next.start).every((line) => line.trim() === '');
}

function isNamedOutput(lines: readonly string[], fence: Fence, next: Fence): boolean {
  const named = mark(lines[next.start - 1], 'output of');
  return named !== undefined && next.language === 'text' && textOf(lines, fence).includes(named);
}

function textOf(lines: readonly string[], { start, end }: Fence): string {
  return lines.slice(start + 1, end).join('\n');
}

function mark(line: string | undefined, name: string): string | undefined {
  const [, said] = new RegExp(`^<!-- ${name}: (.+) -->$`).exec(line ?? '') ?? [];
  return said;
}
