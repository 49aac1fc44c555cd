/** Keeps the beginning and the end of a process's output, and finds secrets anywhere in it. */

const KEPT = 65_536;

export interface KeptOutput {
  take(chunk: string): void;
  /** The secrets that the output contained. */
  readonly leaked: ReadonlySet<string>;
  /** Returns the last line that is not empty. */
  lastLine(): string;
  /** Returns the kept end of the output. */
  tail(): string;
  /** Returns the beginning and the end, with the number of omitted characters, and without secrets. */
  text(): string;
}

const LONGEST_SECRET = 200;

/** Keeps the output of one stream. The caller may add secrets while it runs. */
export function keepOutput(secrets: ReadonlySet<string>): KeptOutput {
  const withoutSecrets = (text: string): string =>
    [...secrets].reduce((all, secret) => all.replaceAll(secret, '[key]'), text);
  let head = '';
  let tail = '';
  let total = 0;
  let before = '';
  const leaked = new Set<string>();
  return {
    leaked,
    take: (chunk) => {
      const joined = before + chunk;
      for (const secret of secrets) if (joined.includes(secret)) leaked.add(secret);
      before = joined.slice(-LONGEST_SECRET);
      total += chunk.length;
      if (head.length < KEPT) head += chunk.slice(0, KEPT - head.length);
      tail = (tail + chunk).slice(-KEPT);
    },
    lastLine: () => withoutSecrets(tail.trimEnd().split('\n').at(-1) ?? ''),
    tail: () => tail,
    text: () => {
      const rest = total - head.length;
      const end = rest <= 0 ? '' : tail.slice(-Math.min(rest, tail.length));
      const left = rest - end.length;
      const gap = left > 0 ? `\n… (${left} more characters) …\n` : '';
      return withoutSecrets(`${head}${gap}${end}`);
    },
  };
}

/** Returns the text of both streams of a process. */
export function textOfBoth(stdout: KeptOutput, stderr: KeptOutput): string {
  return `--- standard output\n${stdout.text()}\n--- standard error\n${stderr.text()}\n`;
}
