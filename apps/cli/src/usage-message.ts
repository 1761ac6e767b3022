import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { startCommand } from './gateway/start-command.ts'
import { isAddress } from './input.ts'
import { meantFlag, nameOf } from './meant-flag.ts'

/** Commander's message as one line: the name, its value, what was expected, and what to type instead. */
export function usageMessage(text: string, command: Command): string {
  const [message = '', suggestion] = reworded(text.trim()).split('\n')
  const remedy = remedyOf(message, command) ?? suggestion?.replace(/^\((.*)\)$/, '$1') ?? commandsOf(message, command)
  return [message, remedy, `See ${nameOf(command)} --help`]
    .filter((each) => each !== undefined)
    .map(sentence)
    .join(' ')
}

const reworded = (text: string): string =>
  text
    .replace(/^error: /, '')
    // A shell may have made thousands of names of one pattern.
    .replace(/^(too many arguments .* but got \d+): .*/s, '$1')
    .replace(/^missing required argument '(.*)'/, '<$1> is missing')
    .replace(/^required option '(?:-\w, )?(.*)' not specified/, '$1 is missing')
    .replace(/^option '(?:-\w, )?(\S+) .*' argument missing/, '$1 has no value')
    .replace(/^option '.*?(--\S+).*' argument '(.*?)' is invalid\./, '$1 is $2.')
    .replace(/^command-argument value '(.*?)' is invalid for argument '(.*)'\./, '$2 is $1.')
    .replace(/^(\S+ is .*)\. It must/, '$1, but must')
    .replace(/^(\S+ is .*)\. Allowed choices are/, '$1, but must be one of:')

/** Suggests a flag for an address, a file or an unknown flag. Says what a missing value has to be. */
function remedyOf(message: string, command: Command): string | undefined {
  const address = command.args.find(isAddress)
  const forAddress = command.options.find(({ flags }) => flags.endsWith('<url>'))
  if (address !== undefined && forAddress !== undefined && /^too many|is missing$/.test(message))
    return `Did you mean ${nameOf(command)} ${forAddress.long} ${address}?`
  const [, missing] = /^<?([^<> ]+).* (?:is missing|has no value)$/.exec(message) ?? []
  if (missing !== undefined) return expected(missing, command)
  const [, what, name = ''] = /^unknown (command|option) '([^'=]*)/.exec(message) ?? []
  if (what === 'option') return meantFlag(name, command)
  if (what === undefined) return undefined
  if (existsSync(name)) return `It is a file: reason split ${name}`
  return command.options.some(({ long }) => long === `--${name}`) ? `Did you mean --${name}?` : undefined
}

function expected(name: string, command: Command): string | undefined {
  const argument = command.registeredArguments.find((each) => each.name() === name)
  const { argChoices, description } = argument ?? command.options.find(({ long }) => long === name)!
  return `Expected: ${argChoices === undefined ? description : argChoices.join(', ')}`
}

function commandsOf(message: string, command: Command): string | undefined {
  if (!message.startsWith('unknown command')) return undefined
  const names = command.commands.map((each) => each.name()).join(', ')
  return command.parent === null
    ? `There are: ${names}. To start the gateway, run ${startCommand.replace(/ --$/, '')}`
    : `There are: ${names}`
}

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)
