import * as z from 'zod'

/** All text in a value, however deep it stands. */
const textsIn = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn))

/** A rule that refuses prompts by a pattern: `rules: [{ from: ./refuse-prompts.mjs, options: { patterns: ["project x"] } }]`. */
export default {
  specVersion: 1,
  id: 'refuse-prompts',
  options: z.object({ patterns: z.array(z.string().min(1)).min(1) }),
  create({ patterns }) {
    const forbidden = patterns.map((pattern) => new RegExp(pattern, 'i'))
    let refused = 0
    return {
      kind: 'rule',
      id: 'refuse-prompts',
      admit({ request }) {
        const prompt = textsIn(request.messages ?? request.input).join('\n')
        const found = forbidden.find((pattern) => pattern.test(prompt))
        if (found === undefined) return { headers: () => ({ 'x-refused-prompts': String(refused) }) }
        refused++
        return { refusal: { code: 'prompt_refused', message: `The prompt matches ${found}, which this gateway refuses. Leave that out.` } }
      },
    }
  },
}
