/** Runs the commands. A usage error of any command has exit status 2. */

import { createRequire } from 'node:module';
import { Command, CommanderError, type OutputConfiguration } from 'commander';

import { plainText } from '../conformance/text/safe-text.ts';
import { type CommandContext, type Terminal, UsageError, wrapped } from './terminal.ts';
import { UNWRITTEN } from './named-files.ts';

/** The exit status of a usage error. */
const USAGE_ERROR = 2;
const HELP = 'print this help';
const GUIDE = [
  '',
  'Start the emulator and its browser panel: standin serve',
  'Start an emulator for one test command: standin exec -- npm test',
  'Guides: docs/README.md in the package',
].join('\n');
/** The width of help that is not printed to a terminal. */
const HELP_WIDTH = 80;
/** Long flags leave less space for texts than the package wraps by default. */
const WRAPPED = { minWidthToWrap: 30 };

/** Builds a command. The table of settings for its flags is loaded only if this command was typed. */
type Build = (context: CommandContext) => Command | Promise<Command>;

type Load = () => Promise<Build>;

/** The commands by name. The file of a command is loaded if the command is typed or listed. */
const COMMANDS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['serve', async () => (await import('./serve-command.ts')).serveCommand],
  ['exec', async () => (await import('./exec-command.ts')).execCommand],
  ['ready', async () => (await import('./ready-command.ts')).readyCommand],
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
    const { stderr } = terminal;
    if (error instanceof UsageError) stderr.write(`${wrapped(plainText(`standin: ${error.message}`), stderr)}\n`);
    else if (!(error instanceof CommanderError)) throw error;
    // Commander has already printed its message. --help and --version also throw, with status 0.
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
    .configureHelp(WRAPPED)
    .exitOverride();
  for (const [name, load] of wanted(args)) {
    const build = await load();
    const command = await build({ ...context, args, isChosen: args.includes(name) });
    program.addCommand(command.copyInheritedSettings(program));
    command.helpOption('-h, --help', HELP);
    for (const subcommand of command.commands) {
      subcommand.configureOutput(output).configureHelp(WRAPPED).helpOption('-h, --help', HELP);
    }
  }
  return program;
}

/** Returns how commander prints help and messages. Help is wrapped at the width of the terminal. */
function outputTo({ stdout, stderr }: Terminal): OutputConfiguration {
  return {
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
    getOutHelpWidth: () => helpWidth(stdout),
    getErrHelpWidth: () => helpWidth(stderr),
    outputError: (text, write) => write(text.replace(/^error: (?:command-argument )?/, 'standin: ')),
  };
}

function helpWidth({ isTTY, columns }: Terminal['stdout']): number {
  return isTTY === true && columns !== undefined ? columns : HELP_WIDTH;
}

/** Returns the command that was typed, or all commands for the list of commands and for an unknown name. */
function wanted(args: readonly string[]): readonly [name: string, load: Load][] {
  const [first = ''] = args[0] === 'help' ? args.slice(1) : args;
  const load = COMMANDS.get(first);
  return load === undefined ? [...COMMANDS] : [[first, load]];
}

/** Removes `help` from the arguments. For a misspelled command, commander then suggests a similar name. */
function withoutHelpCommand(args: readonly string[], program: Command): string[] {
  const [first, ...rest] = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  if (first === undefined) return [];
  const known = first.startsWith('-') || program.commands.some((command) => command.name() === first);
  return known ? [first, ...rest] : [first];
}

/** Returns the version. The package import works from `bin/` and from `dist/bin/`. */
function ownVersion(): string {
  const manifest = createRequire(import.meta.url)('#package.json') as { readonly version: string };
  return manifest.version;
}

/** Builds `standin doctor`, which checks this machine. Its code is loaded when it runs. */
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
 * Handles errors of the output streams. A closed pipe is the reader's choice, so the exit status stays. If stdout fails
 * for another reason, stderr gets one line. The command continues, because a server must outlive its log, and exit
 * status 0 becomes 5. Errors of stderr are dropped, because no other output remains.
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
