/** Finds commands of ours in a text, with the flags that stand behind each. */

export interface NamedCommand {
  /** `serve`, or `conformance judge` where such a subcommand follows. */
  readonly words: readonly string[];
  readonly flags: readonly string[];
  /** As it stands in the text. */
  readonly text: string;
}

const OURS = /\bstandin (serve|exec|proxy|conformance|audition|scenarios|openapi|doctor)\b/g;

/** Every `standin <command> …` of a text, up to the end of the command or to `--`, behind which another one begins. */
export function namedCommands(text: string): NamedCommand[] {
  const lines = text.replaceAll(/\\\n\s*/g, ' ');
  return [...lines.matchAll(OURS)].map(({ 0: named, 1: command = '', index }) => {
    const [rest = ''] = withoutTexts(lines.slice(index + named.length)).split(/[`'"\\\n|;&>]| -- /, 1);
    const words = rest.split(/[\s[\]]+/).filter((word) => word !== '');
    return { words: [command, ...words.slice(0, 1)], flags: flagsOf(words), text: named + rest };
  });
}

/** Arguments in quotes may hold anything; an odd quote ends the command. */
function withoutTexts(rest: string): string {
  const [line = ''] = rest.split('\n', 1);
  return line.replaceAll(/(?<= )"[^"`]*"/g, 'TEXT');
}

function flagsOf(words: readonly string[]): string[] {
  return words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.replace(/[=.,:)].*$/, ''));
}
