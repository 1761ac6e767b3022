import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { finished, start } from './reason.ts'

/** Enough that a command which keeps what it read cannot run in `little`. */
const megabytes = 100
const little = ['--max-old-space-size=48']

describe('while the input comes', () => {
  it('shows the first text before the input ends', async () => {
    const child = start(['split', '-a', 'think-tags', '--show', 'all'])
    const result = finished(child)
    child.stdin.write('<think>first')
    await once(child.stdout, 'data')
    expect(child.exitCode).toBeNull()
    child.stdin.write('</think>second')
    child.stdin.end()
    expect((await result).stdout).toBe('[reasoning]\nfirst\n\n[answer]\nsecond\n')
  })

  it('shows the first text where that begins with a bracket, as JSON would', async () => {
    const child = start(['split', '--model', 'magistral-small-2506', '--show', 'all'])
    const result = finished(child)
    child.stdin.write('[THINK]first')
    await once(child.stdout, 'data')
    expect(child.exitCode).toBeNull()
    child.stdin.end('[/THINK]second')
    expect((await result).stdout).toBe('[reasoning]\nfirst\n\n[answer]\nsecond\n')
  })

  it('shows the first text of a recorded stream before it ends', async () => {
    const child = start(['split', '--wire', 'openai-chat', '--framing', 'sse'])
    const result = finished(child)
    // The command holds 400 characters of an unknown model, until a format shows.
    const first = 'Hello. '.repeat(60)
    child.stdin.write(`data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"${first}"}}]}\n\n`)
    await once(child.stdout, 'data')
    expect(child.exitCode).toBeNull()
    child.stdin.end(
      'data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"lo"},"finish_reason":"stop"}]}\n\n',
    )
    expect((await result).stdout).toBe(`${first}lo`)
  })

  it('reads 100 MB of text in little memory', async () => {
    const child = start(['split', '-a', 'think-tags', '-q'], { node: little })
    let length = 0
    let stderr = ''
    child.stdout.on('data', (bytes: Buffer) => (length += bytes.length))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const piece = `<think>${'a'.repeat(500_000)}</think>${'b'.repeat(500_000)}`
    for (let written = 0; written < megabytes; written++) if (!child.stdin.write(piece)) await once(child.stdin, 'drain')
    child.stdin.end()
    const [code] = (await once(child, 'close')) as [number]
    expect({ code, length, stderr }).toEqual({ code: 0, length: megabytes * 500_000, stderr: '' })
  })

  it('reads 100 MB of a recorded stream in little memory', async () => {
    const child = start(['split', '--wire', 'openai-chat', '--framing', 'sse', '-q'], { node: little })
    let length = 0
    let stderr = ''
    child.stdout.on('data', (bytes: Buffer) => (length += bytes.length))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const event = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'b'.repeat(10_000) } }] })}\n\n`
    for (let written = 0; written < megabytes * 100; written++) if (!child.stdin.write(event)) await once(child.stdin, 'drain')
    child.stdin.end('data: [DONE]\n\n')
    const [code] = (await once(child, 'close')) as [number]
    expect({ code, length, stderr }).toEqual({ code: 0, length: megabytes * 1_000_000, stderr: '' })
  })
})

describe('when it is cut short', () => {
  it('ends quietly when the reader has seen enough', async () => {
    const child = start(['split', '-a', 'plain'])
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.stdin.write('some text')
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const closed = once(child, 'close') as Promise<[number]>
    // Without end: it must not wait for the rest of the input.
    const feed = setInterval(() => child.stdin.write('more '.repeat(1000)), 5)
    const [code] = await closed
    clearInterval(feed)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('ends with 130 at Ctrl-C', async () => {
    const child = start(['split', '-a', 'plain'])
    child.stdin.write('some text')
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    expect(await finished(child)).toEqual({ code: 130, stdout: '', stderr: '' })
  })
})
