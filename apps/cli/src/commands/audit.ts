import { Command } from 'commander'
import type { AuditFlags } from '../audit/run.ts'
import { wholeNumber } from './numbers.ts'

const help = `
Chat logs, data sets and exports are read as they are: JSON lines (.jsonl, .ndjson), JSON (.json, also one large array), and
answers as plain text (.txt, .md). Messages are found by their roles or their fields, whatever the layout: OpenAI, Anthropic,
Gemini, Ollama, ShareGPT, exports of ChatGPT, rows with an answer beside its reasoning.

Nothing is sent anywhere, and nothing is changed. Examples show a few words of the answers.

Examples:
  reason audit chats.jsonl
  reason audit exports/ --examples 0
  reason audit dataset.jsonl --json
  reason audit answers/ --fail        (in a pipeline: exit code 1 when something leaked)

Exit codes: 0 read, 1 something leaked and --fail was given, 2 wrong usage, 3 the input cannot be read.`

export const auditCommand = (): Command =>
  new Command('audit')
    .summary('look for reasoning in the answers of logs and data sets')
    .description('Looks for reasoning and its markup in the answers of chat logs, data sets and exports.')
    .argument('<path...>', 'files, or folders of them')
    .option('--examples <n>', 'number of examples per kind', wholeNumber(0), 3)
    .option('--json', 'print the findings as one JSON object')
    .option('--fail', 'exit with 1 if something leaked')
    .addHelpText('after', help)
    .action(async (paths: string[], flags: AuditFlags) => {
      const { runAudit } = await import('../audit/run.ts')
      process.exitCode = await runAudit(paths, flags)
    })
