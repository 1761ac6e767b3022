import { nearest } from '@reason/core/errors'
import { redirectOf } from '../http/client.ts'
import type { Finding } from '../finding.ts'
import { valueAt } from '../json.ts'
import type { DiagnoseSettings } from '../options.ts'
import type { Survey } from '../survey.ts'

/** Findings about the server, before a model is asked. */
export function serverFindings(survey: Survey, endpoint: string | undefined, settings: DiagnoseSettings): Finding[] {
  return [
    identityFinding(survey),
    addressFindings(survey, endpoint),
    obstacleFinding(survey, settings),
    modelFinding(survey, settings),
    flagFindings(survey),
  ].flatMap((found) => found ?? [])
}

function identityFinding({ identity, host, engine }: Survey): Finding | undefined {
  if (identity.id === 'reason') {
    return {
      code: 'gateway',
      severity: 'advice',
      title: "This is Reason's own gateway, not a server behind one.",
      ...(identity.others.length > 0 && { evidence: `some answers look like those of: ${identity.others.join(', ')}` }),
      impact: 'Its output is already translated by the gateway.',
      remedies: ['examine the server behind it (the --upstream of this gateway)'],
    }
  }
  if (host !== undefined || engine !== undefined) {
    if (identity.others.length === 0) return undefined
    return {
      code: 'several',
      severity: 'advice',
      title: `Some answers look like those of another server: ${identity.others.join(', ')}.`,
      impact: 'There may be a proxy in front of the server.',
    }
  }
  return {
    code: 'unknown-server',
    severity: 'advice',
    title: 'The responses do not identify the server.',
    impact: 'The doctor examines the output, but cannot suggest flags.',
    remedies: ['if you know it, set --upstream-provider, --upstream-engine'],
  }
}

function addressFindings({ expectedPath, base, wire }: Survey, endpoint: string | undefined): Finding[] {
  const { pathname } = new URL(base)
  const usual = wire.endpoint.base
  const remedies = [`give clients and the gateway ${base}`]
  const findings: Finding[] = []
  if (endpoint !== undefined) {
    findings.push({
      code: 'endpoint',
      severity: 'advice',
      title: `The address named one endpoint (${endpoint}), which was left out.`,
      remedies,
    })
  }
  if (pathname === '/' && usual !== '') {
    findings.push({
      code: 'no-path',
      severity: 'problem',
      title: `The API is under the bare address, and not under ${usual}.`,
      impact: `The gateway takes a bare address for one with ${usual}, and gets 404.`,
      remedies: [`have the server, or a proxy in front of it, offer it under ${usual}`],
    })
  } else if (expectedPath !== undefined && (endpoint === undefined || expectedPath !== usual)) {
    findings.push({
      code: 'path',
      severity: 'advice',
      title: `The API is not under ${expectedPath === '' ? 'the bare address' : expectedPath}, but under ${pathname === '/' ? 'the bare address' : pathname}.`,
      impact: 'Clients get 404 under the other address.',
      remedies,
    })
  }
  return findings
}

function obstacleFinding({ obstacle }: Survey, { key, keyEnv, notation }: DiagnoseSettings): Finding | undefined {
  if (obstacle === undefined) return undefined
  if (obstacle.kind === 'loading') {
    return {
      code: 'loading',
      severity: 'problem',
      title: 'The server is still loading its model.',
      evidence: obstacle.evidence,
      remedies: ['ask again when it is done'],
    }
  }
  return {
    code: 'key',
    severity: 'problem',
    title:
      keyEnv !== undefined
        ? `The server refuses the key in ${keyEnv}.`
        : key !== undefined
          ? 'The server refuses the key.'
          : 'The server needs a key.',
    evidence: obstacle.evidence,
    remedies: [
      keyEnv === undefined
        ? `name the environment variable that holds it: ${notation('keyEnv', 'NAME')}`
        : `check the value of ${keyEnv}, and the server that the key is for`,
    ],
  }
}

function modelFinding({ models, answers }: Survey, { model, notation }: DiagnoseSettings): Finding | undefined {
  if (answers.models !== undefined && redirectOf(answers.models) !== undefined) {
    const to = redirectOf(answers.models)!
    return {
      code: 'redirect',
      severity: 'problem',
      title: 'The server redirects. The doctor does not follow, because the key would be sent to the other address.',
      evidence: to,
      remedies: [`if you trust it, give its address to ${notation('upstream')}`],
    }
  }
  if (model === undefined || models.length === 0 || models.includes(model)) return undefined
  const meant = nearest(model, models)
  const [first] = models
  return {
    code: 'model',
    severity: 'advice',
    title: `The list of models has no ${JSON.stringify(model)}.`,
    evidence: models.length > 8 ? `${models.slice(0, 8).join(', ')} and ${models.length - 8} more` : models.join(', '),
    impact: 'Some servers then answer with another model, others with an error.',
    remedies: [`use a model of the list: ${notation('model', meant ?? first)}`],
  }
}

/** Missing flags of a server that lists its own. */
function flagFindings({ identity, answers }: Survey): Finding[] {
  if (identity.id !== 'sglang') return []
  const info = answers['server-info']?.json
  return [
    ['reasoning_parser', 'reasoning stays in the answer'],
    ['tool_call_parser', 'tool calls stay in the answer'],
  ].flatMap(([field, effect]): Finding[] =>
    valueAt(info, field!) === null
      ? [
          {
            code: field!.replaceAll('_', '-'),
            severity: 'advice',
            title: `SGLang runs without a ${field!.replaceAll('_', ' ')}.`,
            evidence: `${field} is null in /get_server_info`,
            impact: `If the model needs one, ${effect}.`,
          },
        ]
      : [],
  )
}
