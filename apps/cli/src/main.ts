import { readFileSync } from 'node:fs'
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
import { endOnClosedOutput, exitOnInterrupt } from './output.ts'
import { reportError } from './report-error.ts'
import { usageMessage } from './usage-message.ts'

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
      outputError: (text, write) => write(`reason: ${usageMessage(text, each)}\n`),
      writeOut: (text) => process.stdout.write(wrapped(text, process.stdout.columns ?? 80)),
    })
  }
  return command
}

/** Wraps the paragraphs of help texts, as commander does for its own parts. Lists and examples stay unchanged. */
const wrapped = (text: string, width: number): string =>
  text.replaceAll(/^\S.*(?:\n\S.*)*/gm, (paragraph) => new Help().boxWrap(paragraph.replaceAll('\n', ' '), width))

const version = (): string => (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }).version
