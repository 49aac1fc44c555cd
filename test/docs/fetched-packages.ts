/** Finds commands in a text that could fetch and run a package of our name from npm, where another owner may use it. */

const NAME = 'standin';

/** Programs that run a package by its name, and fetch the package first if it is not installed. */
const RUNNERS =
  /\b(?:npx|npm (?:exec|x|init|create)|pnpx|pnpm (?:dlx|create)|yarn (?:dlx|create)|bunx|bun (?:x|create))\b/g;

const INSTALLERS = /\b(?:npm|pnpm|yarn|bun) (?:i|install|add|isntall|in|ci|update|up|link|view)\b/g;

/** Addresses that serve code for a package name without any command. */
const ADDRESSES = new RegExp(
  String.raw`(?:\bnpm:|\b(?:esm\.sh|esm\.run|unpkg\.com|cdn\.skypack\.dev|jsdelivr\.net/npm)/)${NAME}(?![\w.-]*\.tgz)\b[^\s'"]*`,
  'g',
);

/** A dependency with a version in a package.json. Files, addresses and scoped packages belong to a known owner. */
const DEPENDENCY = new RegExp(String.raw`["']${NAME}["']: ["'](?:\^|~|[<>=]|\d|\*|x|latest)[^"']*["']`, 'g');

/** Flags of npx and npm: with them, the command runs an installed package or fails. */
const RUNS_INSTALLED = new Set(['--no-install', '--no']);

/** Returns the commands of a text that may run or install a package of another owner, as the text spells them. */
export function fetchedPackages(text: string): string[] {
  const lines = text.replaceAll(/\\\n\s*/g, ' ');
  return [
    ...commandsOf(lines, RUNNERS).filter(runsByName),
    ...commandsOf(lines, INSTALLERS).filter((words) => words.some(isOurName)),
  ]
    .map((words) => words.join(' '))
    .concat(lines.match(ADDRESSES) ?? [], lines.match(DEPENDENCY) ?? []);
}

/** Returns the words of each command, from the program to the end. Quotes are left out, because programs add them. */
function commandsOf(text: string, programs: RegExp): string[][] {
  return [...text.matchAll(programs)].map(({ 0: program, index }) => {
    const [rest = ''] = text.slice(index + program.length).split(/[`\n|;&>]/, 1);
    return [program, ...rest.split(/[\s'",()[\]]+/).filter((word) => word !== '')];
  });
}

function runsByName(words: readonly string[]): boolean {
  const target = words.findIndex((word, at) => at > 0 && !word.startsWith('-'));
  const options = words.slice(1, target === -1 ? undefined : target + 1);
  if (options.some((word) => RUNS_INSTALLED.has(word))) return false;
  return options.some((word) => isOurName(word.replace(/^(?:--package|-p)=/, '')));
}

function isOurName(word: string): boolean {
  return word === NAME || (word.startsWith(`${NAME}@`) && !/@(?:file:|git|https?:|npm:@)/.test(word));
}
