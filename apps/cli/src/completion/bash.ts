import { quote } from '../shell-quote.ts'
import { allNodes, type CompletionNode, type CompletionValues } from './tree.ts'

/**
 * Script for bash. The words before the cursor select a command. The flag before the cursor selects its values, or else the command its arguments. The script
 * does not need bash-completion, which may be missing.
 */
export function bashScript(root: CompletionNode): string {
  const nodes = allNodes(root)
  const steps = nodes.filter(({ path }) => path.length > 0).map(({ path }) => quote(path.join(' ')))
  const values = Map.groupBy(
    nodes.flatMap(({ path, flags }) =>
      flags.flatMap(({ names, value }) =>
        value === undefined ? [] : names.map((name) => ({ place: `${path.join(' ')}:${name}`, offered: offer(value) })),
      ),
    ),
    ({ offered }) => offered,
  )
  const valueCases = [...values].map(
    ([offered, places]) => `    ${places.map(({ place }) => quote(place)).join('|')}) ${offered}; return ;;`,
  )
  const flags = nodes.map(
    ({ path, flags: all }) => `      ${quote(path.join(' '))}) ${offer({ kind: 'words', words: all.flatMap(({ names }) => names) })} ;;`,
  )
  const rest = nodes.map(({ path, subs, args }) => {
    const words = subs.map((sub) => sub.path.at(-1)!)
    if (words.length > 0)
      return `    ${quote(path.join(' '))}) ${offer({ kind: 'words', words: path.length === 0 ? [...words, 'help'] : words })} ;;`
    const places = args.map((one, index) => `${index === args.length - 1 ? '*' : index}) ${offer(one)} ;;`)
    return `    ${quote(path.join(' '))}) case $place in ${places.join(' ')} esac ;;`
  })
  return `# Completion of reason for bash. Made by: reason completion bash
_reason() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} path='' place=0 word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${path:+$path }\${COMP_WORDS[i]}"
    case $word in
      ${steps.join('|')}) path=$word place=0 ;;
      *) [[ \${COMP_WORDS[i]} == -* ]] || ((place++)) ;;
    esac
  done
  case "$path:$before" in
${valueCases.join('\n')}
  esac
  if [[ $current == -* ]]; then
    case $path in
${flags.join('\n')}
    esac
    return
  fi
  case $path in
${rest.join('\n')}
  esac
}
_reason_words() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$1" -- "$current"))
}
_reason_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _reason reason
`
}

function offer(values: CompletionValues): string {
  if (values.kind === 'any') return ':'
  return values.kind === 'file' ? '_reason_files' : `_reason_words $${quote(values.words.join('\\n'))}`
}
