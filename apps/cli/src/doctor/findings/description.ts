import type { Finding } from '../finding.ts'
import { separateReasoning } from '../remedies.ts'
import { carriersOf, marked, type Seen } from '../seen.ts'

/** What the server says of its parser, also if no answer showed it: a plain answer is no proof that thoughts have a field. */
export function descriptionFindings(seen: Seen): Finding[] {
  const { description } = seen
  if (description?.splits === undefined || carriersOf(seen).length > 0) return []
  const { splits, restoresOpener, build, evidence } = description
  const said = evidence.flatMap(({ asked, told }) => (/reasoning|think/.test(told) ? [`${told} (${asked})`] : [])).join('; ')
  if (splits) {
    return [{ id: 'parser-on', level: 'ok', title: 'It puts reasoning into a field of its own, where there is some.', seen: said }]
  }
  // Ollama's and SGLang's words have findings of their own, and so has what stands in an answer.
  if (description.server === 'ollama' || description.server === 'sglang' || marked(seen).length > 0) return []
  const opener =
    restoresOpener === true
      ? ' The tag that the prompt ends with comes back in front.'
      : restoresOpener === false
        ? ` The tag that the prompt ends with is missing in ${build ?? 'this build'}.`
        : ''
  return [
    {
      id: 'parser-off',
      level: 'advice',
      title: 'It leaves reasoning in the text of the answer.',
      seen: said,
      means: `Clients that do not split it show it.${opener}`,
      todo: separateReasoning(seen),
    },
  ]
}
