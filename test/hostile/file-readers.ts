/** The command lines that read a file that the user names. */

export const NOBODY = 'http://127.0.0.1:9';
const PROXIED = 'https://upstream.example';
/** Matches the output of such a command line if the file cannot be read. */
export const ONE_LINE = /^[^\n]+\n$/;

/** Each option that names an input file. */
export const READERS: readonly (readonly [string, (file: string) => readonly string[]])[] = [
  ['--config', (file) => ['serve', '--port', '0', '--config', file]],
  ['--font', (file) => ['serve', '--port', '0', '--font', file]],
  ['--tls', (file) => ['serve', '--port', '0', '--tls', `${file},${file}`]],
  ['--handlers', (file) => ['serve', '--port', '0', '--handlers', file]],
  ['--profile', (file) => ['conformance', NOBODY, '--key', 'k', '--profile', file]],
  ['--baseline', (file) => ['conformance', NOBODY, '--key', 'k', '--baseline', file]],
  ['--journal', (file) => ['conformance', NOBODY, '--key', 'k', '--journal', file]],
  ['--check', (file) => ['conformance', 'observed', NOBODY, '--key', 'k', '--check', file]],
  ['judge', (file) => ['conformance', 'judge', file]],
  ['learn', (file) => ['conformance', 'learn', file]],
  ['audition judge', (file) => ['audition', 'judge', file]],
  ['--expect', (file) => ['audition', '--expect', file, '--', 'true']],
  ['--spend-log', (file) => ['proxy', '--upstream', PROXIED, '--budget', '1', '--port', '0', '--spend-log', file]],
  [
    '--profile of a proxy',
    (file) => ['proxy', '--upstream', PROXIED, '--budget', '1', '--port', '0', '--profile', file],
  ],
];
