import { checkRule } from '@reason/conformance'
import { describeRule } from '@reason/conformance/vitest'
import type { Observer } from '@reason/core/pipeline'
import { describe, expect, it } from 'vitest'
import { createGateway, type GatewayRule, type Run } from '../../src/index.ts'

const rows = [
  { name: 'a question', request: { messages: [{ role: 'user', content: 'What is 17 times 3?' }] } },
  { name: 'a forbidden word', request: { messages: [{ role: 'user', content: 'Tell me of Project X.' }] }, refused: 'forbidden_word' },
]

const ruleOf =
  (admit: GatewayRule['admit']): (() => GatewayRule) =>
  () => ({ kind: 'rule', id: 'some-rule', admit })

const refusesProjectX: GatewayRule['admit'] = ({ request }) =>
  JSON.stringify(request).includes('Project X') ? { refusal: { code: 'forbidden_word', message: 'Leave Project X out.' } } : undefined

describeRule(ruleOf(refusesProjectX), { createGateway, rows })

/** Lets through what `refusesProjectX` does, with this run. */
const running = (run: () => Run): (() => GatewayRule) => ruleOf((facts) => refusesProjectX(facts) ?? run())

/** Passes text through a function. */
const mapping = (map: (text: string, channel: string) => string): Run => ({
  begin: () => ({
    policies: [{ push: (part) => [part.type === 'delta' ? { ...part, text: map(part.text, part.channel) } : part] }],
  }),
})

describe('the kit finds what is wrong with a rule', () => {
  it.each<[string, () => GatewayRule, string[]]>([
    ['that refuses everything', ruleOf(() => ({ refusal: { code: 'forbidden_word', message: 'No.' } })), ['rows']],
    ['that lets everything through', ruleOf(() => undefined), ['rows']],
    [
      'that reads messages[0].content as text',
      ruleOf(({ request }) => {
        const [first] = request['messages'] as [{ content: string }]
        return first.content.includes('Project X') ? { refusal: { code: 'forbidden_word', message: 'No.' } } : undefined
      }),
      ['odd-requests'],
    ],
    [
      'that changes the request',
      ruleOf((facts) => {
        Object.assign(facts.request, { user: 'someone' })
        return refusesProjectX(facts)
      }),
      ['read-only'],
    ],
    ['that counts pieces', running(() => mapping((text) => `${text}|`)), ['chunk-invariance']],
    [
      'that counts what all answers say together',
      () => {
        let said = 0
        return running(() => mapping((text) => ((said += text.length) > 100 ? 'x' : text)))()
      },
      ['independence'],
    ],
    [
      'that repeats the thought behind the answer',
      running(() => ({
        begin() {
          let thought = ''
          const notes: Observer = {
            id: 'notes',
            when: 'before-policy',
            onPart: (part) => void (part.type === 'delta' && part.channel === 'reasoning' && (thought += part.text)),
          }
          return {
            observers: [notes],
            ...mapping((text, channel) => (channel === 'answer' ? text + thought : text)).begin!({ adapter: '' }),
          }
        },
      })),
      ['isolation', 'chunk-invariance'],
    ],
    [
      'that throws at the end of what failed',
      running(() => ({
        end({ status, aborted }) {
          if (status !== 200 || aborted) throw new Error('There is no answer to count.')
        },
      })),
      ['endings'],
    ],
  ])('%s', async (_, create, demands) => {
    const failures = await checkRule(create, { createGateway, rows })
    expect([...new Set(failures.map(({ rule }) => rule))]).toEqual(demands)
  })
})
