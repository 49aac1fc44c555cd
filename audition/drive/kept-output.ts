/** Keeps beginning and end of what a process writes, however much that is, and finds a secret anywhere in it. */

const KEPT = 65_536;

export interface KeptOutput {
  take(chunk: string): void;
  /** Whether the secret came by. */
  readonly hasSecret: boolean;
  /** The last line that is not empty. */
  lastLine(): string;
  /** The end, as long as it is kept. */
  tail(): string;
  /** Beginning and end, with what was left out counted, and the secret replaced. */
  text(): string;
}

/** Makes one for one stream. */
export function keepOutput(secret: string): KeptOutput {
  let head = '';
  let tail = '';
  let total = 0;
  let before = '';
  let hasSecret = false;
  return {
    take: (chunk) => {
      const joined = before + chunk;
      hasSecret ||= joined.includes(secret);
      before = joined.slice(-(secret.length - 1));
      total += chunk.length;
      if (head.length < KEPT) head += chunk.slice(0, KEPT - head.length);
      tail = (tail + chunk).slice(-KEPT);
    },
    get hasSecret() {
      return hasSecret;
    },
    lastLine: () => (tail.trimEnd().split('\n').at(-1) ?? '').replaceAll(secret, '[key]'),
    tail: () => tail,
    text: () => {
      const rest = total - head.length;
      const end = rest <= 0 ? '' : tail.slice(-Math.min(rest, tail.length));
      const left = rest - end.length;
      const gap = left > 0 ? `\n… (${left} more characters) …\n` : '';
      return `${head}${gap}${end}`.replaceAll(secret, '[key]');
    },
  };
}
