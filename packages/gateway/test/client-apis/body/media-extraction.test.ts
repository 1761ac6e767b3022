import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractMedia, mediaOf } from '../../../src/client-apis/body/media-extraction.ts'

/** A file that begins so. */
const file = (start: string, length = 48_000): string =>
  Buffer.concat([Buffer.from(start, 'latin1'), randomBytes(length)]).toString('base64url')
const media = file('\x89PNG\r\n\x1a\n')
const half = media.slice(0, 32_000)
/** As MIME and PEM write it, in a string of JSON. */
const inLines = (text: string, letters: number, breaks = '\\n'): string => text.match(new RegExp(`.{1,${letters}}`, 'g'))!.join(breaks)

async function lifted(text: string, ...cuts: number[]): Promise<{ body: string; back: string; rewritten(json: unknown): string }> {
  const bytes = Buffer.from(text)
  const blocks = [0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length))
  const body = await extractMedia(blocks, Infinity)
  if (!Buffer.isBuffer(body)) throw new Error(body.message)
  const into = (one: Buffer): string => Buffer.concat(mediaOf(body)?.restore(one) ?? [one]).toString('utf8')
  return { body: body.toString('utf8'), back: into(body), rewritten: (json) => into(Buffer.from(JSON.stringify(json))) }
}

it('the first block waits for a turn, too', async () => {
  let isRead = false
  const reading = extractMedia([Buffer.from('x'.repeat(100))], 10).then(() => (isRead = true))
  for (let step = 0; step < 100; step++) await Promise.resolve()
  expect(isRead).toBe(false)
  await reading
})

describe('long runs of base64 in a body', () => {
  it.each<[what: string, text: string, isLifted: boolean]>([
    ['media', `{"a":"data:image/png;base64,${media}=="}`, true],
    ['media with escaped slashes', `{"a":"${half}\\/${half}\\/"}`, true],
    ['media in JSON that is a text', JSON.stringify({ a: JSON.stringify([{ data: media }]) }), true],
    ['media behind escapes', `{"a":"\\u00e9${media}","b":"\\n${media}\\""}`, true],
    ['media twice', `{"a":"${media}","b":"${media}"}`, true],
    ['two halves with another escape between', `{"a":"${half}\\n${half}"}`, false],
    ['media in lines', `{"a":"data:image/png;base64,${inLines(media, 76)}\\n","b":"x"}`, true],
    ['media in lines that end as on Windows', `{"a":"${inLines(media, 64, '\\r\\n')}="}`, true],
    ['media in lines with escaped slashes', `{"a":"${inLines(`${half}${half}`, 120, '\\/\\n')}"}`, true],
    ['words in lines', `{"a":"${'iVBORw0KGgo\\n'.repeat(4000)}"}`, false],
    ['prose before media', `{"a":"A picture of\\n${media}"}`, true],
    ['lines of text in base64', `{"a":"${inLines(Buffer.from('Größe\n'.repeat(9000)).toString('base64'), 76)}"}`, false],
    ['two halves with a character between', `{"a":"${half}é${half}"}`, false],
    ['a number', `{"a":${'1'.repeat(40_000)}}`, false],
    ['what is no JSON', `{"a":${media}}`, false],
    ['a file of text', `{"a":"data:text/plain;base64,${Buffer.from('Größe\n'.repeat(9000)).toString('base64')}"}`, false],
    ['a JPEG', `{"a":"${file('\xff\xd8\xff\xe0')}"}`, true],
    ['a PDF', `{"a":"${file('%PDF-1.7\n')}"}`, true],
    ['a film', `{"a":"${file('\0\0\0\x20ftypisom')}"}`, true],
    ['speech', `{"a":"${file('RIFF\0\0\0\0WAVE')}"}`, true],
    ['a file of text with colours of a terminal', `{"a":"${Buffer.from('\x1b[31mred\x1b[0m\n'.repeat(4000)).toString('base64')}"}`, false],
    ['a file of text in another encoding', `{"a":"${Buffer.from('Gr\xf6\xdfe\n'.repeat(9000), 'latin1').toString('base64')}"}`, false],
    ['a file of text that begins as a PDF does', `{"a":"${Buffer.from('%PDF is a format.\n'.repeat(3000)).toString('base64')}"}`, false],
    ['random bytes', `{"a":"${randomBytes(48_000).toString('base64')}"}`, false],
    ['digits of a hash', `{"a":"${randomBytes(24_000).toString('hex')}"}`, false],
    ['what the gateway has sealed', `{"a":"rsn1.${media}"}`, false],
    ['what the gateway has sealed into the id of a call', `{"a":"call_7__rsn1_${media}"}`, false],
  ])('%s', async (_, text, isLifted) => {
    const { body, back } = await lifted(text)
    expect(body.length < text.length - 30_000).toBe(isLifted)
    expect(back).toBe(text)
    if (!isLifted) expect(body).toBe(text)
  })

  it('come back wherever the name of one goes, at any depth', async () => {
    const json = { a: `${media}=`, b: ['x', `data:image/png;base64,${media}`] }
    const { body, rewritten } = await lifted(JSON.stringify(json))
    const short = JSON.parse(body) as typeof json
    expect(short.a.length % 4).toBe(json.a.length % 4)
    expect(rewritten([short.b, short.a])).toBe(JSON.stringify([json.b, json.a]))
    const deep = JSON.stringify({ c: JSON.stringify({ d: JSON.stringify(short) }) })
    expect(rewritten(JSON.parse(deep))).toBe(JSON.stringify({ c: JSON.stringify({ d: JSON.stringify(json) }) }))
  })

  it('come back without line breaks where JSON becomes a text', async () => {
    const lines = inLines(media, 76)
    const { body, rewritten } = await lifted(`{"a":"data:image/png;base64,${lines}\\r\\n="}`)
    const short = JSON.parse(body) as { a: string }
    expect(rewritten(short)).toBe(`{"a":"data:image/png;base64,${lines}\\r\\n="}`)
    const { c } = JSON.parse(rewritten({ c: JSON.stringify(short) })) as { c: string }
    expect((JSON.parse(c) as { a: string }).a.replaceAll(/\s/g, '')).toBe(`data:image/png;base64,${media}=`)
  })

  it('come back twice at most, and only for a whole name, whatever a client writes', async () => {
    const { body, rewritten } = await lifted(JSON.stringify({ a: media }))
    const { a: short } = JSON.parse(body) as { a: string }
    const name = short.slice(short.indexOf('rsnrun0'))
    const many = rewritten([short, ...Array.from({ length: 50 }, () => name)])
    expect(many.length).toBeLessThan(2.2 * media.length)
    expect(JSON.parse(many)).toHaveLength(51)
    // A name without its last letters is no name, and nothing behind it is lost.
    for (const cut of [1, 2, 3, 60]) {
      const json = { x: name.slice(0, -cut), model: 'm', a: short }
      expect(JSON.parse(rewritten(json))).toEqual({ ...json, a: media })
    }
    const noise = 'rsnrun0'.repeat(100_000)
    expect(JSON.parse(rewritten({ a: short, noise }))).toEqual({ a: media, noise })
  })

  it('tell how much memory they hold, each once', async () => {
    const other = file('GIF89a')
    const body = await extractMedia([Buffer.from(JSON.stringify([media, `x${'!'}${media}`, other]))], Infinity)
    // The beginning of each run stays.
    expect(mediaOf(body as Buffer)?.bytes).toBe(media.length + other.length - 2 * 1024)
  })

  it('have the name that their bytes give them, and not their place', async () => {
    const { body } = await lifted(`{"a":"${media}","b":"!${media}"}`)
    const { a, b } = JSON.parse(body) as { a: string; b: string }
    expect(b).toBe(`!${a}`)
    expect(a.slice(0, 1024)).toBe(media.slice(0, 1024))
  })

  it('are the same however the body was cut', async () => {
    const text = `{"a":"\\u00e9${half}\\/${half}","b":"${media}\\\\","c":"${media}"}`
    const { body: whole } = await lifted(text)
    const length = Buffer.byteLength(text)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: length - 1 }), { maxLength: 8 }), async (cuts) => {
        const { body, back } = await lifted(text, ...cuts.toSorted((a, b) => a - b))
        expect(body).toBe(whole)
        expect(back).toBe(text)
      }),
      { numRuns: 60 },
    )
    // In the middle of each escape.
    for (const mark of ['\\u00e9', '\\/', '\\\\']) {
      const at = Buffer.from(text).indexOf(mark)
      for (let cut = at; cut < at + mark.length; cut++) expect((await lifted(text, cut)).body).toBe(whole)
    }
  })

  it('do not count as text, which has a limit', async () => {
    const blocks = (text: string): Buffer[] => [Buffer.from(`{"a":"`), Buffer.from(text), Buffer.from('"}')]
    expect(Buffer.isBuffer(await extractMedia(blocks(media), 2000))).toBe(true)
    expect(await extractMedia(blocks('x y '.repeat(500)), 2000)).toMatchObject({
      status: 413,
      message: expect.stringContaining('more than 2000 bytes beside media in base64') as string,
    })
    // These values look like media at first, and are read all the same.
    expect(await extractMedia(blocks(`rsn1.${media}`), 2000)).toMatchObject({ status: 413 })
  })
})
