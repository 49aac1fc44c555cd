/** All commands together. A usage error ends with status 2, whatever the command. */

import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';

import { conformanceCommand } from './conformance-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { execCommand } from './exec-command.ts';
import { openapiCommand } from './openapi-command.ts';
import { serveCommand } from './serve-command.ts';
import { UsageError } from './usage-error.ts';

/** The status that says "you typed something that I do not know". */
const USAGE_ERROR = 2;

/** Builds a command. Its flags may need the emulator's settings, which are worth loading only when it is the one that was typed. */
type Build = (isChosen: boolean) => Command | Promise<Command>;

/** One line adds a command: a function that returns it, from a file of its own. */
const COMMANDS: readonly Build[] = [serveCommand, execCommand, conformanceCommand, openapiCommand, doctorCommand];

/**
 * Runs one command line; the exit status is left in `process.exitCode`.
 *
 * @example
 * await runProgram(['doctor', '--json']);
 */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(args);
    await program.parseAsync(plainWords(args, program), { from: 'user' });
  } catch (error) {
    if (error instanceof UsageError) console.error(`standin: ${error.message}`);
    else if (!(error instanceof CommanderError)) throw error;
    // It has printed its message; --help and --version come this way too, with status 0.
    process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : USAGE_ERROR;
  }
}

async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('standin')
    .description('A stand-in for an asynchronous video generation service.')
    .version(ownVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('Run "standin --help" for the commands, "standin <command> --help" for the flags of one.')
    .enablePositionalOptions()
    .exitOverride();
  for (const build of COMMANDS) {
    const bare = await build(false);
    const command = args.includes(bare.name()) ? await build(true) : bare;
    program.addCommand(command.copyInheritedSettings(program));
  }
  return program;
}

/** Asked for help on `doctr`, commander prints the general help; asked to run it, it names the nearest command. */
function plainWords(args: readonly string[], program: Command): string[] {
  const [first, ...rest] = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  if (first === undefined) return [];
  const known = first.startsWith('-') || program.commands.some((command) => command.name() === first);
  return known ? [first, ...rest] : [first];
}

/** By the package's own name, so that it is found from `bin/` and from `dist/bin/` alike. */
function ownVersion(): string {
  const manifest = createRequire(import.meta.url)('standin/package.json') as { readonly version: string };
  return manifest.version;
}
