import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { frames, openaiModels, serve } from '@reason/testkit/model-servers'
import { startGateway } from '../gateway.ts'
import { enter, hasScript, openScreen, scriptMissing, type Screen } from '../screen.ts'

const quick = await startGateway('--pace', '0')
const slow = await startGateway('--pace', '40')
const model = 'embedded/qwen3-native'
const thought = 'Okay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.'
const answered = /\d+ \+ \d+ tokens · \d+\.\d s/
const ctrlC = '\u0003'
const ctrlD = '\u0004'
const ctrlT = '\u0014'
const escape = '\u001B'

async function openChat(url: string, ...flags: string[]): Promise<Screen> {
  const screen = openScreen(['chat', '--gateway', url, '--model', model, ...flags])
  await screen.shows('\n›')
  return screen
}

async function ask(screen: Screen, question: string): Promise<void> {
  const before = screen.raw().length
  screen.type(question + enter)
  while (!answered.test(screen.raw().slice(before))) await screen.changes()
}

/** Without what is another one each time. */
const steady = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replaceAll(/\d+\.\d s/g, '0.0 s').replace(/chat-\w{8}/, 'chat-0'))

describe.skipIf(!hasScript)(`reason chat in a terminal${scriptMissing}`, () => {
  it('shows what is thought while it is thought, and leaves one line of it', async () => {
    const screen = await openChat(slow.url, '--session', 'one-line')
    screen.type(`What is 17 * 3?${enter}`)
    await screen.shows(/▾ thinking · \d\.\d s · about \d+ tokens · Ctrl-T opens, Esc stops\n│ Okay/)
    await screen.shows(/budget left\n›$/)
    expect(steady(screen.lines().slice(-5))).toEqual([
      '› What is 17 * 3?',
      '▸ thought for 0.0 s · about 13 tokens',
      'The answer is 51.',
      `${model} · 13 + 5 tokens · 0.0 s · 499987 of the budget left`,
      '›',
    ])
    expect(screen.raw()).toContain('\u001B[2m│ Okay')
    screen.type(ctrlD)
    expect(await screen.ended).toBe(0)
  })

  it('opens and closes it with Ctrl-T', async () => {
    const screen = await openChat(slow.url)
    screen.type(`What is 17 * 3?${enter}`)
    await screen.shows('Ctrl-T opens')
    screen.type(ctrlT)
    await screen.shows('Ctrl-T closes')
    screen.type(ctrlT)
    await screen.shows('Ctrl-T opens')
    screen.type(ctrlT)
    await screen.shows(/budget left\n›$/)
    expect(steady(screen.lines().slice(-5, -1))).toEqual([
      `│ ${thought}`,
      '▾ thought for 0.0 s · about 13 tokens',
      'The answer is 51.',
      expect.stringContaining('13 + 5 tokens') as string,
    ])
  })

  it('stops with Esc, and takes what was typed meanwhile for the next line', async () => {
    const screen = await openChat(slow.url)
    screen.type(`What is 17 * 3?${enter}`)
    await screen.shows('│ Okay')
    screen.type('again')
    screen.type(escape)
    await screen.shows(/stopped\n› again$/)
    screen.type(enter)
    await screen.shows(answered)
    screen.type(`/quit${enter}`)
    expect(await screen.ended).toBe(0)
  })

  it('says why, and what was stored', async () => {
    const screen = await openChat(quick.url)
    await ask(screen, 'What is 17 * 3?')
    screen.type(`/why${enter}`)
    await screen.shows(`\n${thought}\n›`)
    screen.type(`/trace${enter}`)
    const text = await screen.shows(/\[reasoning\]\nOkay, 17 \* 3/)
    expect(text).toMatch(/id +trace_\w+/)
    expect(text).toMatch(/model +embedded\/qwen3-native/)
    screen.type(`/new${enter}/why${enter}`)
    await screen.shows('There was no question yet.')
  })

  it('takes other models, efforts and budgets', async () => {
    const screen = await openChat(quick.url, '--session', 'settings')
    screen.type(`/model${enter}`)
    await screen.shows('embedded/deepseek-r1\nembedded/qwen3-native (asked now)\n')
    screen.type(`/model oss-raw${enter}`)
    await screen.shows('embedded/gpt-oss-raw answers from now on.')
    screen.type(`/model embedded/deepseek-r1${enter}`)
    await screen.shows('embedded/deepseek-r1 answers from now on.')
    screen.type(`/model qwen3${enter}`)
    await screen.shows(/error: qwen3 may be embedded\/qwen3-tags or/)
    screen.type(`/effort hig${enter}`)
    await screen.shows('error: there is no effort hig. Did you mean "high"?')
    screen.type(`/efort low${enter}`)
    await screen.shows('error: there is no /efort. Did you mean "effort"?')
    screen.type(`/effort l\t${enter}`)
    await screen.shows('effort: low\n')
    screen.type(`/budget 200${enter}`)
    await screen.shows('An answer may use 200 reasoning tokens')
    await ask(screen, 'And now?')
    screen.type(`/budget${enter}`)
    await screen.shows(/session settings .* 13 of 500,000 tokens used/)
    screen.type(`/help${enter}`)
    await screen.shows('/thinking [live|open|closed]')
  })

  it('keeps nothing outside of its memory', async () => {
    const home = mkdtempSync(join(tmpdir(), 'reason-home-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    const screen = openScreen(['chat', '--gateway', quick.url, '--model', model], { cwd: home, env: { HOME: home } })
    await screen.shows('\n›')
    await ask(screen, 'What is 17 * 3?')
    screen.type(`/quit${enter}`)
    expect(await screen.ended).toBe(0)
    expect(readdirSync(home)).toEqual([])
    expect(screen.lines().join('\n')).not.toContain('Okay')
  })

  it('leaves with Ctrl-C at an empty line, and empties another one', async () => {
    const screen = await openChat(quick.url)
    screen.type(`half a question${ctrlC}`)
    await screen.shows(/half a question\n›$/)
    screen.type(ctrlC)
    expect(await screen.ended).toBe(0)
  })

  it('takes lines that are pasted together, and those that end in a backslash, for one question', async () => {
    const upstream = await serve({
      'GET /v1/models': openaiModels('someone', 'm'),
      'POST /v1/chat/completions': frames({ content: 'Yes.' }),
    })
    onTestFinished(() => upstream.close())
    const { url } = await startGateway('--upstream', upstream.url)
    const screen = openScreen(['chat', '--gateway', url])
    await screen.shows('\n›')
    await ask(screen, `one${enter}two\\${enter}three`)
    await ask(screen, '//slash')
    const asked = upstream.got.filter(({ path }) => path === '/v1/chat/completions')
    const said = [
      { role: 'user', content: 'one\ntwo\nthree' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: '/slash' },
    ]
    expect(asked.map(({ body }) => (body as { messages: object[] }).messages)).toMatchObject([said.slice(0, 1), said])
    screen.type(`/retry${enter}`)
    await screen.shows(/Yes\.[^]*Yes\.[^]*Yes\./)
    expect((upstream.got.at(-1)!.body as { messages: object[] }).messages).toMatchObject(said)
  })

  it('shows control sequences of a model, wide characters and long thoughts, and obeys nothing of it', async () => {
    const hostile = `\u001B[2J\u001B]0;title\u0007 ${'思考'.repeat(60)} ${'word '.repeat(200)}`
    const upstream = await serve({
      'GET /v1/models': openaiModels('someone', 'm'),
      'POST /v1/chat/completions': frames(...hostile.match(/.{1,7}/gsu)!.map((piece) => ({ reasoning_content: piece })), {
        content: `\u001B[31mDone`,
      }),
    })
    onTestFinished(() => upstream.close())
    const { url } = await startGateway('--upstream', upstream.url)
    const screen = openScreen(['chat', '--gateway', url, '--thinking', 'open'], { columns: 40, rows: 10 })
    await screen.shows('\n›')
    await ask(screen, 'What?')
    const lines = screen.lines()
    expect(lines).toContain('␛[31mDone')
    expect(lines.some((line) => line.startsWith('│ ␛[2J␛]0;title␇'))).toBe(true)
    const region = lines.filter((line) => line.startsWith('│'))
    expect(region.join('').match(/word/g)).toHaveLength(200)
    expect(region.join('').match(/思考/g)).toHaveLength(60)
  })

  it('says only that it thinks where that is all that may be seen', async () => {
    const screen = await openChat(slow.url, '--visibility', 'label')
    screen.type(`What is 17 * 3?${enter}`)
    await screen.shows(/▾ thinking · \d\.\d s · Ctrl-T/)
    await screen.shows(answered)
    expect(steady(screen.lines())).toContain('▸ thought for 0.0 s')
    screen.type(`/why${enter}`)
    await screen.shows('No reasoning was received.')
    expect(screen.raw()).not.toContain('Okay')
  })

  it('goes on after an error', async () => {
    const screen = await openChat(quick.url)
    screen.type(`/model no-such${enter}`)
    await screen.shows('no-such answers from now on.')
    screen.type(`Hello?${enter}`)
    await screen.shows(/error: http.* answers with HTTP 404: There is no recording of "no-such"/)
    screen.type(`/model native${enter}`)
    await ask(screen, 'Hello?')
  })

  it('uses no styles where NO_COLOR forbids them', async () => {
    const screen = openScreen(['chat', '--gateway', quick.url, '--model', model, 'What is 17 * 3?'], { env: { NO_COLOR: '1' } })
    expect(await screen.ended).toBe(0)
    // oxlint-disable-next-line no-control-regex -- styles are what this is about
    expect(screen.raw()).not.toMatch(/\u001B\[[\d;]*m/)
    expect(screen.lines()).toContain('The answer is 51.')
  })
})
