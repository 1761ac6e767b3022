/**
 * Source of a third-party wire format, which uses none of our code. Its events are lines of `{ think }`, `{ seal }`, `{ say }` and `{ stop }`.
 * A whole answer is a list of events, and a request is `{ engine, live, turns: [[role, text, seal]] }`.
 */
export const wirePluginText = (endpoint = defaultEndpoint): string => `
function createReader() {
  let open
  let block = -1
  const end = (seals) => {
    if (open === undefined) return []
    const part = { type: 'block-end', block, channel: open, boundary: 'wire', ...(seals && { seals }) }
    open = undefined
    return [part]
  }
  const begin = (channel) => {
    if (open === channel) return []
    const parts = [...end(), { type: 'block-start', block: ++block, channel, ...(channel === 'reasoning' && { kind: 'raw' }) }]
    open = channel
    return parts
  }
  const push = (event) => {
    if (Array.isArray(event)) return event.flatMap(push)
    if (event.think) return [...begin('reasoning'), { type: 'delta', block, channel: 'reasoning', text: event.think }]
    if (event.seal) return end([{ kind: 'signature', value: event.seal, issuer: { wire: 'acme-chat' } }])
    if (event.say) return [...begin('answer'), { type: 'delta', block, channel: 'answer', text: event.say }]
    return [...end(), { type: 'finish', reason: 'stop', native: event.stop }]
  }
  return { push, pushFrame: ({ data }) => push(JSON.parse(data)), end: () => [...end(), { type: 'end' }] }
}

const textOf = (pieces) => pieces.map(({ text = '' }) => text).join('')

const turnOf = (message) => {
  if (message.role !== 'assistant') return [message.role, textOf(message.content)]
  const seals = message.items.flatMap(({ seals = [] }) => seals.map(({ value }) => value))
  return ['assistant', message.items.map(({ channel, text = '' }) => (channel === 'answer' ? text : '')).join(''), ...seals]
}

const acmeChat = () => ({
  kind: 'wire',
  id: 'acme-chat',
  specVersion: 1,
  capabilities: { streaming: true, seals: true },
  createReader,
  createWriter: () => ({ push: () => [], end: () => [] }),
  readResponse(body) {
    const reader = createReader()
    return [...reader.push(body), ...reader.end()]
  },
  writeResponse: () => [],
  writeRequest: (conversation, { model }) => ({
    body: { engine: model, live: conversation.stream, turns: conversation.messages.map(turnOf) },
    plan: { messages: [], decisions: [], refusals: [] },
    knobs: { asked: {}, sent: {}, effective: {}, notes: [] },
    notCarried: [],
  }),
  endpoint: ${endpoint},
})

const options = { '~standard': { version: 1, vendor: 'acme', validate: (value) => ({ value }) } }

export default { specVersion: 1, id: 'acme-chat', options, create: acmeChat }
`

const defaultEndpoint = `{
    base: '/acme',
    path: (model, stream) => '/run/' + model + (stream ? '/live' : ''),
    keyHeader: 'x-acme-key',
    headers: { 'acme-version': '2' },
    passes: ['acme-lab'],
    framing: 'ndjson',
    models: { path: '/catalogue', list: 'engines', id: 'tag' },
  }`
