import { expect, it } from 'vitest'
import { generateRequest } from '../src/generate/request.ts'

const many = <T>(one: T): T[] => Array.from({ length: 100_000 }, () => one)
const user = (content: unknown) => ({ role: 'user', content })

it.each<[string, Record<string, unknown>, (string | number)[]]>([
  ['messages that are empty objects', { messages: many({}) }, ['messages', 0]],
  ['messages that are numbers, behind one that is right', { messages: [user('q'), ...many(1)] }, ['messages', 1]],
  ['pieces that are lists', { messages: [user(many([]))] }, ['messages', 0]],
  ['pieces of an assistant', { messages: [{ role: 'assistant', content: many({ type: 'text' }) }] }, ['messages', 0]],
  ['seals', { messages: [{ role: 'assistant', content: [{ type: 'text', text: '', seals: many({}) }] }] }, ['messages', 0]],
  ['tools', { prompt: 'q', tools: many({}) }, ['tools', 0]],
  ['stops', { prompt: 'q', stop: many('') }, ['stop', 0]],
])('of %s, one is said', (_, fields, place) => {
  const { error } = generateRequest.safeParse({ model: 'm', ...fields })
  // Each field of the first that is missing, and not each of all that are wrong.
  const text = JSON.stringify(error!.issues)
  expect(error!.issues[0]!.path.slice(0, 2)).toEqual(place)
  expect(text.length).toBeLessThan(3000)
})

it('a list that has to have something is empty', () => {
  expect(generateRequest.safeParse({ model: 'm', messages: [] }).error!.issues).toMatchObject([{ code: 'too_small', path: ['messages'] }])
})

it.each([
  [{ type: 'image', url: 'https://pictures.example/a.png' }, true],
  [{ type: 'image', data: 'QQ==', media_type: 'image/png' }, true],
  [{ type: 'image', data: 'QQ==' }, false],
  [{ type: 'image', url: 'https://pictures.example/a.png', data: 'QQ==', media_type: 'image/png' }, false],
  [{ type: 'image', media_type: 'image/png' }, false],
])('a picture has one source, and its type with its data: %j', (piece, fits) => {
  expect(generateRequest.safeParse({ model: 'm', messages: [user([piece])] }).success).toBe(fits)
})

it('what fits is as it came', () => {
  const request = { model: 'm', messages: [user([{ type: 'text', text: 'q' }])], tools: [{ name: 'f' }], stop: ['a', 'b'] }
  expect(generateRequest.parse(request)).toEqual(request)
})
