import type { Gateway } from '../kit/gateway.ts'

const asked = [
  ['embedded/qwen3-puzzle', 'alice'],
  ['embedded/gpt-oss-puzzle', 'bob'],
  ['embedded/deepseek-r1-proof', 'alice'],
  ['embedded/qwen3-budget', 'night shift'],
  ['embedded/qwen3-agent', 'carol'],
  ['embedded/gpt-oss-preambles', 'alice'],
  ['embedded/qwen3-leak', 'bob'],
  ['embedded/nemotron-spelt', 'carol'],
] as const

/** What a few people ask in a while: each one thing after another, all side by side. */
export async function traffic(gateway: Gateway, times = 1): Promise<void> {
  const bySession = Object.values(Object.groupBy(asked, ([, session]) => session))
  for (let time = 0; time < times; time++)
    await Promise.all(
      bySession.map(async (list) => {
        for (const [model, session] of list) await ask(gateway, model, session)
      }),
    )
}

/** As any client asks, streaming. */
export async function ask(gateway: Gateway, model: string, session: string, key?: string): Promise<void> {
  const response = await fetch(`${gateway.url}v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-reason-session': session,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'What is 17 * 3?' }] }),
  })
  await response.text()
}
