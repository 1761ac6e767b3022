import type { Finding } from '../finding.ts'
import { separateReasoning } from '../remedies.ts'
import { carriersOf, markupAnswers, type Examination } from '../examination.ts'

/** Reports the server's statement about its parser if no answer showed it: a plain answer does not prove that thoughts have a field. */
export function descriptionFinding(examination: Examination): Finding | undefined {
  const { description } = examination
  if (description?.splits === undefined || carriersOf(examination).length > 0) return undefined
  const { splits, restoresOpener, build, evidence } = description
  const said = evidence.flatMap(({ asked, told }) => (/reasoning|think/.test(told) ? [`${told} (${asked})`] : [])).join('; ')
  if (splits) {
    return { code: 'parser-on', severity: 'ok', title: 'The server sends reasoning in a separate field.', evidence: said }
  }
  // Ollama's and SGLang's statements have separate findings, and so has markup in an answer.
  if (description.server === 'ollama' || description.server === 'sglang' || markupAnswers(examination).length > 0) return undefined
  const opener =
    restoresOpener === true
      ? ' The server writes the tag at the end of the prompt in front of the text.'
      : restoresOpener === false
        ? ` The tag that the prompt ends with is missing in ${build ?? 'this build'}.`
        : ''
  return {
    code: 'parser-off',
    severity: 'advice',
    title: 'The server leaves reasoning in the text of the answer.',
    evidence: said,
    impact: `Clients that do not split the text show the reasoning.${opener}`,
    remedies: separateReasoning(examination),
  }
}
