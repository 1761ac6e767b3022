import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Help } from 'commander'
import { auditCommand } from './commands/audit.ts'
import { budgetCommand } from './commands/budget.ts'
import { chatCommand } from './commands/chat.ts'
import { completionCommand } from './commands/completion.ts'
import { configCommand } from './commands/config.ts'
import { convertCommand } from './commands/convert.ts'
import { doctorCommand } from './commands/doctor.ts'
import { explainCommand } from './commands/explain.ts'
import { keysCommand } from './commands/keys.ts'
import { passportCommand } from './commands/passport.ts'
import { replayCommand } from './commands/replay.ts'
import { splitCommand } from './commands/split.ts'
import { topCommand } from './commands/top.ts'
import { tracesCommand } from './commands/traces.ts'
import { verifyCommand } from './commands/verify.ts'
import { exitCodes } from './exit-codes.ts'
import { home } from './home.ts'
import { meantFlag, nameOf } from './meant-flag.ts'
import { endOnClosedOutput, exitOnInterrupt } from './output.ts'
import { reportError } from './report-error.ts'

/**
 * Runs the command line.
 * @returns The exit code.
 */
export async function main(argv: readonly string[]): Promise<number> {
  exitOnInterrupt()
  endOnClosedOutput()
  const command = program()
  try {
    if (argv.length <= 2) command.outputHelp()
    else await command.parseAsync(argv)
    return Number(process.exitCode ?? exitCodes.ok)
  } catch (error) {
    return reportError(error)
  }
}

/** The command with all of its own commands, as `main` runs it. */
export function program(): Command {
  const command = new Command('reason')
    .description('Splits the output of models into reasoning, commentary and answer, whatever the format.')
    .version(version(), '-V, --version')
    .addHelpText('after', '\nreason COMMAND --help explains a command, with examples. REASON_DEBUG=1 prints the stack of an error.')
  const subs = [
    splitCommand(),
    chatCommand(),
    convertCommand(),
    replayCommand(),
    explainCommand(),
    passportCommand(),
    verifyCommand(),
    auditCommand(),
    tracesCommand(),
    budgetCommand(),
    topCommand(),
    configCommand(),
    doctorCommand(),
    keysCommand(),
    completionCommand(),
  ]
  for (const sub of subs) command.addCommand(sub)
  for (const each of [command, ...command.commands, ...command.commands.flatMap((sub) => sub.commands)]) {
    each.exitOverride().configureOutput({
      outputError: (text, write) => write(`reason: ${usageLine(text, each)} See ${nameOf(each)} --help.\n`),
      writeOut: (text) => process.stdout.write(wrapped(text, process.stdout.columns ?? 80)),
    })
  }
  return command
}

/** Wraps the paragraphs of help texts, as commander does for its own parts. Lists and examples stay unchanged. */
const wrapped = (text: string, width: number): string =>
  text.replaceAll(/^\S.*(?:\n\S.*)*/gm, (paragraph) => new Help().boxWrap(paragraph.replaceAll('\n', ' '), width))

/** Commander's message and suggestion as one line. Suggests `reason split` for a file, and flags by their words. */
function usageLine(text: string, command: Command): string {
  const [message = '', suggestion] = reworded(text.trim()).split('\n')
  const [, what, name = ''] = /^unknown (command|option) '([^'=]*)/.exec(message) ?? []
  const file = what === 'command' && existsSync(name) ? `It is a file: reason split ${name}` : undefined
  const flag = what === 'option' ? meantFlag(name, command) : undefined
  return [message, file ?? flag ?? suggestion?.replace(/^\((.*)\)$/, '$1')].filter(Boolean).map(sentence).join(' ')
}

/** Rewrites commander's messages: the name, its value, and the expected values. */
const reworded = (text: string): string =>
  text
    .replace(/^error: /, '')
    // A shell may have made thousands of names of one pattern.
    .replace(/^(too many arguments .* but got \d+): .*/s, '$1')
    .replace(/^required option '(?:-\w, )?(.*)' not specified/, '$1 is missing')
    .replace(/^option '.*?(--\S+).*' argument '(.*?)' is invalid\. Allowed choices are/, '$1 is $2, but must be one of:')
    .replace(/^command-argument value '(.*?)' is invalid for argument '(.*)'\. Allowed choices are/, '$2 is $1, but must be one of:')

const sentence = (text: string | undefined): string => (text === undefined || /[.?!]$/.test(text) ? (text ?? '') : `${text}.`)

const version = (): string => (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }).version
