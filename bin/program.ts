/** All commands together. A usage error ends with status 2, whatever the command. */

import { createRequire } from 'node:module';
import { Command, CommanderError, type OutputConfiguration } from 'commander';

import { plainText } from '../conformance/text/safe-text.ts';
import type { CommandContext, Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { UNWRITTEN } from './write-file.ts';

/** The exit status of a usage error. */
const USAGE_ERROR = 2;
const HELP = 'print this help';
const GUIDE = [
  '',
  'Start the emulator and its browser panel: standin serve',
  'Start an emulator for one test command: standin exec -- npm test',
  'Guides: docs/README.md in the package',
].join('\n');
/** The number of columns of help that is not printed to a terminal. */
const HELP_WIDTH = 80;

/** Builds a command. Its flags may need the table of settings, which is loaded only when this command was typed. */
type Build = (context: CommandContext) => Command | Promise<Command>;

type Load = () => Promise<Build>;

/** A line for each command: its name, and its file, which is loaded when the command is typed or listed. */
const COMMANDS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['serve', async () => (await import('./serve-command.ts')).serveCommand],
  ['exec', async () => (await import('./exec-command.ts')).execCommand],
  ['proxy', async () => (await import('./proxy-command.ts')).proxyCommand],
  ['conformance', async () => (await import('./conformance-command.ts')).conformanceCommand],
  ['audition', async () => (await import('./audition-command.ts')).auditionCommand],
  ['scenarios', async () => (await import('./scenarios-command.ts')).scenariosCommand],
  ['openapi', async () => (await import('./openapi-command.ts')).openapiCommand],
  ['doctor', async () => doctorCommand],
]);

/**
 * Runs one command line and returns its exit status.
 *
 * @example
 * process.exitCode = await runProgram(['doctor', '--json'], process);
 */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  let status = 0;
  const exitWith = (given: number): void => void (status = given);
  try {
    const program = await createProgram(args, { terminal, exitWith });
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(withoutHelpCommand(args, program), { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof UsageError) terminal.stderr.write(`${plainText(`standin: ${error.message}`)}\n`);
    else if (!(error instanceof CommanderError)) throw error;
    // Commander has printed its message; --help and --version come here too, with status 0.
    return error instanceof CommanderError && error.exitCode === 0 ? 0 : USAGE_ERROR;
  }
}

async function createProgram(
  args: readonly string[],
  context: Omit<CommandContext, 'isChosen' | 'args'>,
): Promise<Command> {
  const output = outputTo(context.terminal);
  const program = new Command('standin')
    .description('Local emulator and conformance tests for an asynchronous video generation API.')
    .version(ownVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', HELP)
    .helpCommand('help [command]', 'print this help, or the help of a command')
    .showHelpAfterError(
      '"standin --help" lists the commands, and "standin <command> --help" lists the flags of a command.',
    )
    .addHelpText('after', GUIDE)
    .enablePositionalOptions()
    .configureOutput(output)
    .exitOverride();
  for (const [name, load] of wanted(args)) {
    const build = await load();
    const command = await build({ ...context, args, isChosen: args.includes(name) });
    program.addCommand(command.copyInheritedSettings(program));
    command.helpOption('-h, --help', HELP);
    for (const subcommand of command.commands) subcommand.configureOutput(output).helpOption('-h, --help', HELP);
  }
  return program;
}

/** How commander prints help and its messages; it wraps help at the width of a terminal. */
function outputTo({ stdout, stderr }: Terminal): OutputConfiguration {
  return {
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
    getOutHelpWidth: () => helpWidth(stdout),
    getErrHelpWidth: () => helpWidth(stderr),
    outputError: (text, write) => write(text.replace(/^error: /, 'standin: ')),
  };
}

function helpWidth({ isTTY, columns }: Terminal['stdout']): number {
  return isTTY === true && columns !== undefined ? columns : HELP_WIDTH;
}

/** The command that was typed; all of them for the list of commands and for an unknown name. */
function wanted(args: readonly string[]): readonly [name: string, load: Load][] {
  const [first = ''] = args[0] === 'help' ? args.slice(1) : args;
  const load = COMMANDS.get(first);
  return load === undefined ? [...COMMANDS] : [[first, load]];
}

/** For `help doctr` commander would print the general help; for `doctr` it names the nearest command. */
function withoutHelpCommand(args: readonly string[], program: Command): string[] {
  const [first, ...rest] = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  if (first === undefined) return [];
  const known = first.startsWith('-') || program.commands.some((command) => command.name() === first);
  return known ? [first, ...rest] : [first];
}

/** By the package's own imports, whatever its name is, so that it is found from `bin/` and from `dist/bin/` alike. */
function ownVersion(): string {
  const manifest = createRequire(import.meta.url)('#package.json') as { readonly version: string };
  return manifest.version;
}

/** `standin doctor`: whether the emulator can work on this machine, and what to fix. It loads its work when it runs. */
export function doctorCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('doctor')
    .description('check Node, ffmpeg, the port and the cache, and report how to fix problems')
    .option('--json', 'print one JSON object per line')
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const { examine } = await import('../emulator/index.ts');
      const findings = await examine({ env: terminal.env });
      for (const finding of findings) {
        const line = json
          ? JSON.stringify(finding)
          : `${finding.verdict.padEnd(6)}  ${finding.subject}: ${finding.says}`;
        terminal.stdout.write(`${line}\n`);
      }
      if (findings.some(({ verdict }) => verdict === 'broken')) exitWith(1);
    });
}

/**
 * A closed pipe takes no more, which is the reader's choice: the command ends with its own exit status. If stdout
 * cannot be written for another reason, one line on stderr says so. The command continues, because a server must
 * outlive its log. Exit status 0 becomes 5. Errors of stderr are dropped, because no other output remains.
 */
export function surviveLostOutput(stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream): void {
  let isLost = false;
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isLost) return;
    isLost = true;
    stderr.write(`standin: writing to standard output failed, so the output is incomplete: ${message}\n`);
    process.once('exit', (status) => {
      if (status === 0) process.exitCode = UNWRITTEN;
    });
  });
  stderr.on('error', () => undefined);
}
