import { Command } from 'commander'
import type { VerifyFlags } from '../verify/run.ts'
import { addAdapterOptions } from './adapter-options.ts'

const help = `
A file of vectors has one JSON object per line: rows of the conformance kit ("name", "input", "expect" or "parts"), tag
vectors ("chunks", "options") or Harmony vectors. A folder of recordings has an index.jsonl. The command runs each case whole
and in many cuttings. A failure shows what was expected (-) and what came (+).

Examples:
  reason verify rows.jsonl --adapter ./my-adapter.js
  reason verify harmony.jsonl
  reason verify recordings/
  reason verify recordings/ --adapter think-tags

Exit codes: 0 all passed, 1 at least one failed, 2 wrong usage, 3 the input cannot be read.`

export const verifyCommand = (): Command =>
  addAdapterOptions(
    new Command('verify')
      .summary('run vectors or recordings against an adapter')
      .description('Runs a file of vectors (inputs with expected results), or a folder of recorded responses, and prints the failures.')
      .argument('<path>', 'a file of vectors (JSON lines), or a folder with an index.jsonl'),
  )
    .option('-w, --wire <name>', 'additional wire format for recordings: an installed package')
    .addHelpText('after', help)
    .action(async (path: string, flags: VerifyFlags) => {
      const { runVerify } = await import('../verify/run.ts')
      process.exitCode = await runVerify(path, flags)
    })
