import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, expect, it } from 'vitest'

const source = (file: string): string => fileURLToPath(new URL(`../src/${file}`, import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'reason-bundled-'))
afterAll(() => rmSync(folder, { recursive: true }))

const template = `{%- for m in messages -%}{{ m.role + m.content }}{%- endfor -%}{% if add_generation_prompt %}<think>{% endif %}{{ '' if false else '' }}`

/** A program that is one file with all that it needs, as apps/server's is; `worker` is an entry of its own beside it, or not there. */
async function program(name: string, withWorker: boolean, flags: string[] = []): Promise<string> {
  const outdir = join(folder, name)
  await build({
    stdin: {
      contents: `import { readTemplateIsolated } from ${JSON.stringify(source('isolated/index.ts'))}
        console.log(JSON.stringify(await readTemplateIsolated(${JSON.stringify(template)})))`,
      resolveDir: folder,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: join(outdir, 'main.mjs'),
  })
  if (withWorker) {
    await build({
      entryPoints: [source('isolated/worker.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: join(outdir, 'chat-template/worker.js'),
    })
  }
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, join(outdir, 'main.mjs')], {
    env: { ...process.env, UPSTREAM_API_KEY: 'sk-secret' },
  })
  return stdout
}

it('works in a bundle that has the thread as an entry of its own', async () => {
  expect(JSON.parse(await program('whole', true))).toMatchObject({
    pairs: [{ open: '<think>', close: '</think>' }],
    start: { unset: 'reasoning' },
  })
})

it('says what is missing in a bundle without it', async () => {
  expect(JSON.parse(await program('alone', false))).toMatchObject({
    error: { kind: 'crash', message: expect.stringContaining('chat-template/worker.js') as unknown },
  })
})

it('keeps the environment of the process from the thread', async () => {
  const [probe, seen] = [join(folder, 'probe.mjs'), join(folder, 'seen')]
  // Every thread loads it first, and the main thread too.
  writeFileSync(
    probe,
    `import { appendFileSync } from 'node:fs'
    import { isMainThread } from 'node:worker_threads'
    appendFileSync(${JSON.stringify(seen)}, JSON.stringify([isMainThread, process.env.UPSTREAM_API_KEY ?? null]) + '\\n')`,
  )
  await program('probed', true, ['--import', probe])
  expect(readFileSync(seen, 'utf8')).toBe('[true,"sk-secret"]\n[false,null]\n')
})
