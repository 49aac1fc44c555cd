/** Finds commands in a text that could fetch and run a package of our name from npm, where that name is not ours. */

const NAME = 'standin';

/** What runs a package by its name, and fetches it first where it is not installed. */
const RUNNERS =
  /\b(?:npx|npm (?:exec|x|init|create)|pnpx|pnpm (?:dlx|create)|yarn (?:dlx|create)|bunx|bun (?:x|create))\b/g;

const INSTALLERS = /\b(?:npm|pnpm|yarn|bun) (?:i|install|add|isntall|in|ci|update|up|link|view)\b/g;

/** Where code is fetched by a name without any command. */
const ADDRESSES = new RegExp(
  String.raw`(?:\bnpm:|\b(?:esm\.sh|esm\.run|unpkg\.com|cdn\.skypack\.dev|jsdelivr\.net/npm)/)${NAME}(?![\w.-]*\.tgz)\b[^\s'"]*`,
  'g',
);

/** A dependency by version, in a package.json; a file, an address or the package of a scope is somebody's own. */
const DEPENDENCY = new RegExp(String.raw`["']${NAME}["']: ["'](?:\^|~|[<>=]|\d|\*|x|latest)[^"']*["']`, 'g');

/** Of npx and npm: they run what is installed, and fail otherwise. */
const RUNS_INSTALLED = new Set(['--no-install', '--no']);

/** The commands of a text that may run or install a stranger's package, as they stand there. */
export function fetchedPackages(text: string): string[] {
  const lines = text.replaceAll(/\\\n\s*/g, ' ');
  return [
    ...commandsOf(lines, RUNNERS).filter(runsByName),
    ...commandsOf(lines, INSTALLERS).filter((words) => words.some(isOurName)),
  ]
    .map((words) => words.join(' '))
    .concat(lines.match(ADDRESSES) ?? [], lines.match(DEPENDENCY) ?? []);
}

/** Each command from its program to its end, in words. Quotes are left out: programs have them between the words. */
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
