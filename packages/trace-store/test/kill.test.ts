import { writeFileSync } from 'node:fs'
import { createRandom, times } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import { ended, startProcess, untilLines } from './run-process.ts'
import { opened, temporaryFolder } from './stores.ts'

/** How often, for each place where traces are kept. */
const kills = times(8, 50)

test.each([{ where: 'the database' }, { where: 'the journal, while the database cannot be had' }])(
  `nothing that was acknowledged is lost when the process is killed ${kills} times: in $where`,
  { timeout: 300_000 },
  async ({ where }) => {
    const folder = temporaryFolder()
    const url = `sqlite:${folder}/traces.db`
    const journal = `${folder}/journal`
    writeFileSync(`${folder}/file`, '')
    // No folder can be made where a file is.
    const usedUrl = where === 'the database' ? url : `sqlite:${folder}/file/traces.db`
    const acknowledged: string[] = []

    const random = createRandom(where)
    let round = 0
    const again = async (): Promise<void> => {
      while (round < kills) {
        const child = startProcess('append.ts', [usedUrl, journal, `r${++round}`])
        // In the middle of its work, wherever it is just then: before it has done anything, or after some hundred traces.
        await untilLines(child, 1 + Math.floor(random() ** 3 * 300))
        child.kill('SIGKILL')
        const lines = (await ended(child)).split('\n').slice(1)
        // The last line may be cut.
        acknowledged.push(...lines.slice(0, -1))
      }
    }
    // Two at a time: in the database they write the same file.
    await Promise.all([again(), again()])

    const store = await opened({ url, journal, mode: 'full' })
    const stored = new Set<string>()
    for await (const lines of store.export({}, 'jsonl'))
      for (const line of lines.trimEnd().split('\n')) {
        const { id, reasoningText } = JSON.parse(line) as { id: string; reasoningText: string }
        stored.add(id)
        expect(reasoningText.startsWith(`unforgettable ${id} `)).toBe(true)
      }
    expect(acknowledged.length).toBeGreaterThan(kills)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect(store.state()).toMatchObject({ status: 'ok', journalled: 0 })
    expect((await store.search('unforgettable')).items.length).toBe(50)
  },
)
