import { nearest } from '@reason/core'
import { redirectOf } from '../client.ts'
import type { Finding } from '../finding.ts'
import { valueAt } from '../json.ts'
import type { Survey } from '../survey.ts'

/** What is found without asking a model anything. */
export function serverFindings(
  survey: Survey,
  endpoint: string | undefined,
  model: string | undefined,
  keyEnv: string | undefined,
): Finding[] {
  return [
    ...whoItIs(survey),
    ...whereItIs(survey, endpoint),
    ...whatStopsIt(survey, keyEnv),
    ...itsModels(survey, model),
    ...itsFlags(survey),
  ]
}

function whoItIs({ identity, host, engine }: Survey): Finding[] {
  if (identity.id === 'reason') {
    return [
      {
        id: 'gateway',
        level: 'advice',
        title: "This is Reason's own gateway, not a server behind one.",
        ...(identity.others.length > 0 && { seen: `behind it, some answers speak for: ${identity.others.join(', ')}` }),
        means: 'What comes out of it is what it makes of its upstream.',
        todo: ['ask the address behind it, which it was given as --upstream'],
      },
    ]
  }
  if (host !== undefined || engine !== undefined) {
    if (identity.others.length === 0) return []
    return [
      {
        id: 'several',
        level: 'advice',
        title: `Some answers speak for another server: ${identity.others.join(', ')}.`,
        means: 'There may be a proxy in front of it.',
      },
    ]
  }
  return [
    {
      id: 'unknown-server',
      level: 'advice',
      title: 'Nothing that it answers says which server it is.',
      means: 'What comes out is looked at all the same, but no flags can be named.',
      todo: ['where you know it, say so to the gateway: --upstream-provider, --upstream-engine'],
    },
  ]
}

function whereItIs({ movedFrom, base, wire }: Survey, endpoint: string | undefined): Finding[] {
  const { pathname } = new URL(base)
  const usual = wire.endpoint.base
  const todo = [`give clients and the gateway ${base}`]
  const findings: Finding[] = []
  if (endpoint !== undefined) {
    findings.push({ id: 'endpoint', level: 'advice', title: `The address named one endpoint (${endpoint}), which was left out.`, todo })
  }
  if (pathname === '/' && usual !== '') {
    findings.push({
      id: 'no-path',
      level: 'problem',
      title: `The API is under the bare address, and not under ${usual}.`,
      means: `The gateway takes a bare address for one with ${usual}, and gets 404.`,
      todo: [`have the server, or a proxy in front of it, offer it under ${usual}`],
    })
  } else if (movedFrom !== undefined && (endpoint === undefined || movedFrom !== usual)) {
    findings.push({
      id: 'path',
      level: 'advice',
      title: `The API is not under ${movedFrom === '' ? 'the bare address' : movedFrom}, but under ${pathname === '/' ? 'the bare address' : pathname}.`,
      means: 'Under the other one, clients get 404.',
      todo,
    })
  }
  return findings
}

function whatStopsIt({ obstacle }: Survey, keyEnv: string | undefined): Finding[] {
  if (obstacle === undefined) return []
  if (obstacle.kind === 'loading') {
    return [
      {
        id: 'loading',
        level: 'problem',
        title: 'It is still loading its model.',
        seen: obstacle.seen,
        todo: ['ask again when it is done'],
      },
    ]
  }
  return [
    {
      id: 'key',
      level: 'problem',
      title: keyEnv === undefined ? 'It wants a key.' : `It refuses the key in ${keyEnv}.`,
      seen: obstacle.seen,
      todo: [
        keyEnv === undefined
          ? 'name the environment variable that holds it: --key-env NAME'
          : `check what ${keyEnv} holds, and whose key it is`,
      ],
    },
  ]
}

function itsModels({ models, answers }: Survey, model: string | undefined): Finding[] {
  if (answers.models !== undefined && redirectOf(answers.models) !== undefined) {
    const to = redirectOf(answers.models)!
    return [
      {
        id: 'redirect',
        level: 'problem',
        title: 'It redirects, which is not followed: a key would go along.',
        seen: to,
        todo: [`where you trust that, give its address to --upstream`],
      },
    ]
  }
  if (model === undefined || models.length === 0 || models.includes(model)) return []
  const meant = nearest(model, models)
  const [first] = models
  return [
    {
      id: 'model',
      level: 'advice',
      title: `Its list has no model ${JSON.stringify(model)}.`,
      seen: models.length > 8 ? `${models.slice(0, 8).join(', ')} and ${models.length - 8} more` : models.join(', '),
      means: 'Some servers answer with another model then, some with an error.',
      todo: [`take one of its own: --model ${meant ?? first}`],
    },
  ]
}

/** Flags that a server tells of. */
function itsFlags({ identity, answers }: Survey): Finding[] {
  if (identity.id !== 'sglang') return []
  const info = answers['server-info']?.json
  return [
    ['reasoning_parser', 'reasoning stays in the answer'],
    ['tool_call_parser', 'tool calls stay in the answer'],
  ].flatMap(([field, effect]): Finding[] =>
    valueAt(info, field!) === null
      ? [
          {
            id: field!.replaceAll('_', '-'),
            level: 'advice',
            title: `SGLang runs without a ${field!.replaceAll('_', ' ')}.`,
            seen: `${field} is null in /get_server_info`,
            means: `Where the model needs one, ${effect}.`,
          },
        ]
      : [],
  )
}
