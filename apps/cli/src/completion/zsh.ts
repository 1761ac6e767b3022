import { quote } from '../shell-quote.ts'
import { allNodes, type Flag, type CompletionNode, type CompletionValues } from './tree.ts'

/** Script for zsh: a function for each command, which passes the rest of the line to the function of its subcommand. */
export function zshScript(root: CompletionNode): string {
  return `#compdef reason
# Completion of reason for zsh. Made by: reason completion zsh
${allNodes(root).map(functionOf).join('\n')}
if [[ $funcstack[1] == _reason ]]; then
  _reason "$@"
else
  compdef _reason reason
fi
`
}

function functionOf({ path, flags, args, subs }: CompletionNode): string {
  const specs = flags.map(flagSpec)
  if (subs.length === 0) {
    const places = args.map((one, index) =>
      quote(`${index === args.length - 1 ? '*' : index + 1}:${escaped(path.at(-1) ?? '')}:${action(one)}`),
    )
    return `${nameOf(path)}() {\n  _arguments ${[...specs, ...places].join(' \\\n    ')}\n}`
  }
  const commands = subs.map((sub) => quote(`${escaped(sub.path.at(-1)!)}:${sub.about}`))
  const cases = subs.map((sub) => `        ${sub.path.at(-1)}) ${nameOf(sub.path)} ;;`)
  return `${nameOf(path)}() {
  local state line
  typeset -A opt_args
  local -a commands=(${commands.join(' ')})
  _arguments -C ${[...specs, quote('1:command:->command'), quote('*::rest:->rest')].join(' \\\n    ')}
  case $state in
    command) _describe command commands ;;
    rest)
      case $line[1] in
${cases.join('\n')}
      esac ;;
  esac
}`
}

const nameOf = (path: readonly string[]): string => ['_reason', ...path].join('_')

function flagSpec({ names, about, value }: Flag): string {
  const what = `[${about.replaceAll(/[[\]\\]/g, String.raw`\$&`).replaceAll(':', String.raw`\:`)}]${value === undefined ? '' : `:value:${action(value)}`}`
  if (names.length === 1) return quote(`${names[0]}${what}`)
  return `${quote(`(${names.join(' ')})`)}{${names.join(',')}}${quote(what)}`
}

function action(values: CompletionValues): string {
  if (values.kind === 'any') return ' '
  return values.kind === 'file' ? '_files' : `(${values.words.map(escaped).join(' ')})`
}

const escaped = (word: string): string => word.replaceAll(':', String.raw`\:`)
