/** The flags of `standin audition`. */

import { InvalidArgumentError, type Command } from 'commander';

/** Those of a run. */
export function auditionFlags(command: Command): Command {
  return judgingFlags(command)
    .option('--client <name=command>', 'a client to judge; several are judged side by side', more)
    .option('--lines', 'one long process: a line of JSON for each case, and a line back')
    .option('--watch', 'start no client: judge whoever comes to the printed address')
    .option(
      '--until-idle [seconds]',
      'with --watch: end when nothing came for so long (5 s unless told otherwise)',
      seconds,
    )
    .option('--port <n>', 'with --watch: the port to listen on, a free one unless told otherwise', count)
    .option('--pace <pace>', 'quick: stories in short waits; real: as they stand', pace)
    .option('--parallel <n>', 'cases side by side; all of them unless told otherwise', count)
    .option('--cwd <folder>', 'run the client there, and not in a folder of its own')
    .option('--list', 'list the cases and the checks, and start nothing');
}

/** Those of a run and of judging one again. */
export function judgingFlags(command: Command): Command {
  return command
    .option('--only <globs>', 'scenarios or checks, with * for any characters', list)
    .option('--skip <globs>', 'scenarios or checks to leave out', list)
    .option('--expect <file>', 'verdicts that are expected for now, each with a reason')
    .option('--report <format=file,...>', 'write reports: json, junit, html, markdown, sarif, advice')
    .option(
      '--keep <folder>',
      'where the run and the output of the clients are kept; beside the first report by default',
    )
    .option('--verbose', 'everything that was missed and observed')
    .option('--json', 'print the JSON report instead of text');
}

function more(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

function list(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(',').map((part) => part.trim())].filter((part) => part !== '');
}

function pace(text: string): string {
  if (text !== 'quick' && text !== 'real') throw new InvalidArgumentError('It must be quick or real.');
  return text;
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number of seconds above 0.');
  return value;
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return value;
}
