import { Command } from 'commander'
import type { VerifyFlags } from '../verify/run.ts'
import { addAdapterOptions } from './adapter-options.ts'

const help = `
A file of vectors has one JSON object a line: rows of the conformance kit ("name", "input", "expect" or "parts"), tag
vectors ("chunks", "options"; the options are those of each vector) or Harmony vectors. A folder of recordings has an
index.jsonl. Each case is run whole and in many cuttings. What fails is printed, with what was expected (-) and what
came (+).

Examples:
  reason verify rows.jsonl --adapter ./my-adapter.js
  reason verify harmony.jsonl
  reason verify recordings/
  reason verify recordings/ --adapter think-tags

Exit codes: 0 all of them hold, 1 at least one does not, 2 wrong usage, 3 the input cannot be read.`

export const verifyCommand = (): Command =>
  addAdapterOptions(
    new Command('verify')
      .summary('run vectors or recordings against an adapter')
      .description('Runs a file of vectors, or a folder of recorded responses, and prints what does not hold.')
      .argument('<path>', 'a file of vectors (JSON lines), or a folder with an index.jsonl'),
  )
    .option('-w, --wire <name>', 'a further wire format for recordings: an installed package')
    .addHelpText('after', help)
    .action(async (path: string, flags: VerifyFlags) => {
      const { runVerify } = await import('../verify/run.ts')
      process.exitCode = await runVerify(path, flags)
    })
