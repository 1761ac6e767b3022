import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { reason } from './reason.ts'
import { hasScript, openTerminal } from './screen.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-completion-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function scriptOf(shell: string): Promise<string> {
  const path = join(folder, `reason.${shell}`)
  writeFileSync(path, (await reason(['completion', shell])).stdout)
  return path
}

function isThere(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'exit'])
    return true
  } catch {
    return false
  }
}

const missing = (shell: string, there: boolean): string => (there ? '' : ` (needs ${shell})`)

/** Suggestions for the last word. */
type Complete = (...words: string[]) => Promise<string[]>

const cases: { words: string[]; offers: string[]; not?: string[] }[] = [
  { words: ['tra'], offers: ['traces'], not: ['split'] },
  { words: ['traces', ''], offers: ['list', 'show', 'search', 'tail', 'export', 'import', 'prune', 'forget', 'verify'], not: ['split'] },
  { words: ['chat', '--effort', 'm'], offers: ['minimal', 'medium', 'max'], not: ['low'] },
  { words: ['chat', '--th'], offers: ['--thinking'] },
  { words: ['traces', 'export', '--format', ''], offers: ['jsonl', 'csv', 'parquet'] },
  { words: ['completion', ''], offers: ['bash', 'zsh', 'fish'] },
  { words: ['config', 'ch'], offers: ['check'] },
  { words: ['convert', '--to', 'anth'], offers: ['anthropic-messages'] },
  { words: ['split', 'outp'], offers: ['output.txt'] },
]

writeFileSync(join(folder, 'output.txt'), '')

function offersAll(complete: Complete): void {
  it.each(cases)('offers what may stand there: $words', async ({ words, offers, not = [] }) => {
    const offered = await complete(...words)
    for (const word of offers) expect(offered).toContain(word)
    for (const word of not) expect(offered).not.toContain(word)
  })

  it('offers every flag that the help lists', async () => {
    for (const path of [['traces', 'search'], ['keys', 'create'], ['chat'], ['budget', 'show']]) {
      const { stdout } = await reason([...path, '--help'])
      const flags = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name!)
      expect(flags.length).toBeGreaterThan(2)
      expect(await complete(...path, '--')).toEqual(expect.arrayContaining(flags))
    }
  })
}

const run = promisify(execFile)

describe('bash', async () => {
  const script = await scriptOf('bash')
  const line = `source ${script}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _reason; printf '%s\\n' "\${COMPREPLY[@]}"`
  offersAll(async (...words) => (await run('bash', ['-c', line, 'bash', 'reason', ...words], { cwd: folder })).stdout.trim().split('\n'))
})

const hasFish = isThere('fish')

describe.skipIf(!hasFish)(`fish${missing('fish', hasFish)}`, async () => {
  const script = await scriptOf('fish')
  offersAll(async (...words) => {
    const line = ['reason', ...words].join(' ')
    const { stdout } = await run('fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
    })
    return stdout
      .trim()
      .split('\n')
      .map((offer) => offer.split('\t')[0]!)
  })
})

const hasZsh = isThere('zsh') && hasScript

describe.skipIf(!hasZsh)(`zsh${missing('zsh and script', hasZsh)}`, async () => {
  const script = await scriptOf('zsh')
  writeFileSync(
    join(folder, '.zshrc'),
    `PS1='> '\nautoload -Uz compinit && compinit -u -D\nsource ${script}\nsetopt no_beep list_packed\nunsetopt list_ambiguous\nLISTMAX=1000\n`,
  )

  it.each(cases.filter(({ offers }) => offers.length > 0))('offers what may stand there: $words', async ({ words, offers }) => {
    const terminal = openTerminal(['zsh', '-i'], { cwd: folder, env: { ZDOTDIR: folder, HOME: folder }, rows: 60, columns: 160 })
    await terminal.shows(/^>/)
    terminal.type(`reason ${words.join(' ')}\t\t`)
    for (const word of offers) await terminal.shows(word)
  })
})
