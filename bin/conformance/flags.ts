/** The flags of `standin conformance`. */

import { InvalidArgumentError, Option, type Command } from 'commander';
import { PROFILE_FLAGS, type ProfileFlag } from '../../conformance/profile/flag-table.ts';

/** Adds them to a command. */
export function conformanceFlags(command: Command): Command {
  command.option('--profile <name or file>', 'standin for the emulator, or a JSON or TypeScript file');
  PROFILE_FLAGS.forEach((row) => command.addOption(optionOf(row)));
  return command
    .option('--plan', 'print every check with its worst-case cost, and send nothing')
    .option('--baseline <file>', 'failures that are known, and do not fail the run')
    .option('--write-baseline', 'write that file anew: with what fails now, without what passes now')
    .option('--journal <file>', 'where paid creates are recorded, so that a rerun continues')
    .option('--no-journal', 'record no paid creates')
    .option('--report <format=file,...>', 'write reports: json, junit, html, markdown, sarif')
    .option('--observed <file>', 'write what was observed, as JSON')
    .option('--verbose', 'list every check')
    .option('--json', 'print the JSON report instead of text');
}

function optionOf({ flag, argument, variable, says, reads }: ProfileFlag): Option {
  const other = variable === undefined ? '' : ` (or ${variable})`;
  const option = new Option(argument === undefined ? flag : `${flag} <${argument}>`, says + other);
  if (reads === 'list') return option.argParser(list);
  return reads === 'number' ? option.argParser(number) : option;
}

/** The items of a list that commas separate; a flag that comes again adds to it. */
export function list(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(',').map((part) => part.trim())].filter((part) => part !== '');
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number that is not negative.');
  return value;
}
