import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { install, pluginText, temporaryFolder } from '../../support/adapter-package.ts'
import { run } from '../../support/program.ts'
import { textOf } from '../../support/sse.ts'
import { chunk, done, sendStream, startUpstream } from '../../support/upstream.ts'
import { startWorkers, until } from '../../support/workers.ts'

/** The client's text of a stream. */
const partsOf = (text: string) => ({ reasoning: textOf(text, 'reasoning_content'), answer: textOf(text, 'content') })

const split = { reasoning: 'two and two', answer: 'Four.' }
const unsplit = { reasoning: '', answer: '(two and two)Four.' }

// Whole programs start here, from their sources, on machines that may be busy.
describe('adapters of packages', () => {
  it('are others when the configuration changes, without an end to open streams, and stay where they cannot be loaded', async () => {
    const finish: (() => void)[] = []
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: '(two and' }))
      finish.push(() => response.end(chunk({ content: ' two)Four.' }) + chunk({}, { finish_reason: 'stop' }) + done))
    })
    const folder = temporaryFolder()
    const configure = (more: string): void =>
      writeFileSync(
        join(folder, 'reason.config.yaml'),
        `upstreams: [{ url: '${upstream}' }]\ntraces: off\nlog: { level: info }\nlisten: { port: 0 }\n${more}`,
      )
    configure('adapter: plain\n')
    const program = run([], {}, folder)
    const [, address] = await program.says(/listening at (\S+),/)
    const ask = () =>
      fetch(`${address}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"model":"some-model","stream":true}',
      })
    const old = await ask()

    configure('adapters: [reason-adapter-acme]\n')
    await program.says(
      /"problems":\["reason\.config\.yaml:5:12: adapters\[0\] is [^\]]*install it there\."\],"msg":"configuration rejected/,
    )
    const before = await ask()

    // The file is the same: what is missing is there.
    install(folder, 'reason-adapter-acme', pluginText({ models: ['some-model'] }))
    program.child.kill('SIGHUP')
    await program.says(/configuration applied/)
    const young = await ask()

    configure('adapters: [{ from: reason-adapter-acme, options: { open: "{" } }]\n')
    await program.says(/(?:configuration applied[^]*){2}/)
    const last = await ask()

    for (const end of finish) end()
    expect(partsOf(await old.text())).toEqual(unsplit)
    expect(partsOf(await before.text())).toEqual(unsplit)
    expect(partsOf(await young.text())).toEqual(split)
    expect(partsOf(await last.text()).reasoning).toBe('')
    program.child.kill('SIGTERM')
    expect(await program.exit).toBe(0)
  })

  it('that cannot be loaded keep it from starting', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'reason.config.json'), '{\n  "adapters": ["reason-adapter-acme"]\n}')
    for (const words of [[], ['config', 'check'], ['--workers', '2']]) {
      const program = run(words, {}, folder)
      expect(await program.exit).toBe(1)
      expect(program.output()).toMatch(/^reason\.config\.json:2:16: adapters\[0\] is "reason-adapter-acme", .*install it there\.\n$/)
    }
  })

  it('are there in each of several processes', async () => {
    const folder = temporaryFolder()
    install(folder, 'reason-adapter-acme', pluginText())
    const config = join(folder, 'reason.config.json')
    writeFileSync(config, '{ "adapters": ["reason-adapter-acme"], "adapter": "acme" }')
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(chunk({ content: '(two and two)Four.' }) + chunk({}, { finish_reason: 'stop' }) + done)
    })
    const { chat, program } = await startWorkers(2, '--config', config, '--upstream', upstream)
    for (let turn = 0; turn < 4; turn++) expect(partsOf(await (await chat({ stream: true })).text())).toEqual(split)
    const workers = () => [...program.output().matchAll(/"worker":(\d),[^\n]*"msg":"answered"/g)].map(([, worker]) => worker)
    await until(() => workers().length === 4)
    expect(new Set(workers())).toEqual(new Set(['1', '2']))
  })
})
